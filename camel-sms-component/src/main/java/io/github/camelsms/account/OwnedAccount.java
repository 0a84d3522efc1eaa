package io.github.camelsms.account;

import io.github.camelsms.observe.Ownership;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStore;

/**
 * Account in the message store with one of its leases, and the ownership of that lease.
 */
record OwnedAccount(AccountStore store, Ownership ownership) {

    static OwnedAccount of(SmsAccounts accounts, MessageStore store, String account, Ownership.Duty duty) {
        String leaseName = duty == Ownership.Duty.POLLING ? AccountLeases.ofStatuses(account) : account;
        AccountStore leased
                = new AccountStore(store, account, leaseName, accounts.node(), accounts.clock(), accounts.nodes());
        Ownership owner = new Ownership(account, accounts.node(), store.isShared(), accounts.clock()::instant, duty);
        leased.listen(owner);
        return new OwnedAccount(leased, owner);
    }
}
