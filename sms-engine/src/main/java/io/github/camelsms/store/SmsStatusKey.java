package io.github.camelsms.store;

/**
 * Key of a status in a block.
 *
 * @param block    the store's number of the block
 * @param position its place in the block, from 0
 */
public record SmsStatusKey(long block, int position) {
}
