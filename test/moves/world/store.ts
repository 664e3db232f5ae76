export type { Account } from '../../../src/sandbox/gateway/store/account.js';
export type { Contact, ContactGroup } from '../../../src/sandbox/gateway/store/groups.js';
