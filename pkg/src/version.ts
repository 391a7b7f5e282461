declare const PACKAGE_VERSION: string;

/** The version of this package. */
export const version: string = PACKAGE_VERSION;
