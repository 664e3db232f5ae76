import fc from 'fast-check';

/** A property that fails is not made small: that it fails is all there is to know. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
