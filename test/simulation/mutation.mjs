// A deliberate bug: what of which source is replaced by what.
/** `seed`: where it shows soon; others are tried if it no longer does. */
export const bug = (name, file, find, put, seed = 2) => ({ name, file, find, put, seed });

/** Shows where the database is set back. */
export const setBack = (name, file, find, put, seed = 1) => ({
  ...bug(name, file, find, put, seed),
  settings: { rollbacks: true, chaos: false },
});

/** Shows where an account goes to another installation. */
export const onTheMove = (name, file, find, put, seed = 1) => ({
  ...bug(name, file, find, put, seed),
  settings: { moves: true, chaos: false },
});
