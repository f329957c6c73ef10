/** Marks a text that is translated where it is shown. */
export const phrase = <const T extends string>(message: T): T => message;
