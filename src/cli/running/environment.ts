/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;
