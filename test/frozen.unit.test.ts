import { expect, test } from '@jest/globals';
import { frozen } from './frozen.js';

test('a decider that mutates what it is given, however deep, throws', () => {
  const decide = frozen((state: { list: number[] }) => {
    state.list.push(1);
    return state;
  });
  expect(() => decide({ list: [] })).toThrow(TypeError);
});

test('one that does not is left alone, and what it returns is frozen too', () => {
  const decide = frozen((state: { list: number[] }, input: number) => ({ list: [...state.list, input] }));
  const { list } = decide({ list: [1] }, 2);
  expect(list).toEqual([1, 2]);
  expect(() => list.push(3)).toThrow(TypeError);
});
