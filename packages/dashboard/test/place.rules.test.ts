import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nudged, placed } from '../src/floor-plans/place.rules.js';

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

describe('doors on a plan', () => {
  test('a door that is placed again moves; others stay', () => {
    const doors = placed(placed([], 1, 0.2, 0.3), 2, 0.5, 0.5);
    expect(placed(doors, 1, 0.25, 0.35)).toEqual([
      { lock_id: 2, x: 0.5, y: 0.5 },
      { lock_id: 1, x: 0.25, y: 0.35 },
    ]);
  });

  test('arrow keys move a door a little, with Shift ten times as far; other keys do nothing', () => {
    const doors = placed([], 1, 0.5, 0.5);
    expect(nudged(doors, 1, key('ArrowLeft'))).toEqual([{ lock_id: 1, x: 0.495, y: 0.5 }]);
    expect(nudged(doors, 1, key('ArrowDown', true))).toEqual([{ lock_id: 1, x: 0.5, y: 0.55 }]);
    expect(nudged(doors, 1, key('Tab'))).toBeNull();
    expect(nudged(doors, 7, key('ArrowUp'))).toBeNull();
  });

  test('no door leaves the drawing, wherever it is put and however often it is moved', () => {
    const moves = fc.array(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), moves, (x, y, keys) => {
        let doors = placed([], 1, x, y);
        for (const name of keys) doors = nudged(doors, 1, key(name, true)) ?? doors;
        const [door] = doors;
        return door !== undefined && door.x >= 0 && door.x <= 1 && door.y >= 0 && door.y <= 1;
      }),
    );
  });
});
