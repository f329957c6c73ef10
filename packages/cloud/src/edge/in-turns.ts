/**
 * Calls `begin` for so many in a turn of the loop, in sequence: what waits for something else waits for no more of a
 * crowd than that, however large it is.
 */
export function inTurns<Item>(perTurn: number, begin: (item: Item) => void): (item: Item) => void {
  let waiting: Item[] = [];
  const turn = (): void => {
    const items = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(turn);
    for (const item of items) begin(item);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(turn);
  };
}
