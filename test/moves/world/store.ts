export type { Account } from '../../../src/sandbox/gateway/store/account.js';
export type { Contact } from '../../../src/sandbox/gateway/store/contact.js';
export type { ContactGroup } from '../../../src/sandbox/gateway/store/groups.js';
