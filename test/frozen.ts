/** A decider whose arguments and answers are frozen through and through: a mutation of one throws. */
export const frozen =
  <Given extends unknown[], Decided>(decide: (...given: Given) => Decided) =>
  (...given: Given): Decided => {
    for (const each of given) freeze(each);
    return freeze(decide(...given));
  };

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}
