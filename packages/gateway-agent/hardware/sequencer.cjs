const { default: Sequencer } = require('@jest/test-sequencer');

/** What measures times goes first, beside what is light; then the rest, longest first. */
const SEQUENCE = ['gpio', 'serial', 'package', 'disk', 'usb'];
const placeOf = ({ path }) => SEQUENCE.findIndex((name) => path.endsWith(`/${name}.test.mjs`));

module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
  }
};
