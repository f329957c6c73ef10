const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that measure times first, beside light ones; then the rest, longest first. */
const SEQUENCE = ['gpio', 'serial', 'line', 'package', 'disk', 'usb'];
const placeOf = ({ path }) => SEQUENCE.findIndex((name) => path.endsWith(`/${name}.test.mjs`));

module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** In turn, as three suites take most of the time. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }
};
