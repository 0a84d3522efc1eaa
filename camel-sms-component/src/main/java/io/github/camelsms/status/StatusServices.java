package io.github.camelsms.status;

import java.time.Duration;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.StatusGaps;
import io.github.camelsms.account.StoredPolls;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.ownership.OwnerWatch;

/**
 * Services of an account whose statuses are polled into the message store.
 */
record StatusServices(OwnedAccount store, OwnerWatch owner, StoredPolls polls, StatusGaps gaps,
        StatusAcknowledgments acknowledgments) {

    /**
     * Returns the services of an account that a consumer has joined.
     *
     * @param consumerClock clock of the consumer
     */
    static StatusServices of(
            EndpointAccount endpointAccount, SmsConfiguration options, SmsAccount account, StatusLog log,
            EngineClock consumerClock) {
        OwnedAccount store = endpointAccount.started(account.polled(), "message store");
        SystemClock clock = endpointAccount.accounts().clock();
        return new StatusServices(
                store, new OwnerWatch(store, clock),
                new StoredPolls(
                        store, () -> account.client().query(StatusOperations::fetchNotConsulted),
                        Duration.ofMillis(options.getRequestTimeout()), account.monitor().statuses(), log, consumerClock),
                new StatusGaps(
                        store, account.queries(),
                        query -> account.client().query(
                                statuses -> statuses.readByDate(query, options.isAcceptFullLastPage())),
                        account.monitor().statuses(), log, clock, SmsOptions.zone(options)),
                new StatusAcknowledgments(store.store().statuses(), consumerClock));
    }
}
