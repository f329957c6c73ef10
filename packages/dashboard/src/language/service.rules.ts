import { phrase } from './phrase.rules.js';

/** What the service answers to people who are not signed in, as it stands in its sources. */
export const SAID_BY_THE_SERVICE = [
  phrase('The e-mail address or the password is wrong.'),
  phrase('This passkey is not known here, or could not be checked.'),
  phrase('This link leads nowhere.'),
  phrase('This link was used already.'),
  phrase('This link has run out: ask for another.'),
];
