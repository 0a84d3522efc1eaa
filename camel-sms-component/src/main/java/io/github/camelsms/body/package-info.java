/**
 * Bodies and headers of exchanges: conversion of bodies to checked messages, and the headers of results.
 */
@NullMarked
package io.github.camelsms.body;

import org.jspecify.annotations.NullMarked;
