/** The PRODID of cards that this library has written. */
export const PRODUCT = '-//sms-service-client//address book//EN';
