// What @prisma/config calls. Every value fits every shape: our prisma.config.ts is two settings, and types check them.
const right = (value) => ({ _tag: 'Right', right: value });
const left = (error) => ({ _tag: 'Left', left: error });
const isLeft = ({ _tag }) => _tag === 'Left';
const shape = (fields) => ({ fields, make: (value) => value });

exports.pipe = (value, ...steps) => steps.reduce((result, step) => step(result), value);
exports.Either = {
  right,
  left,
  isLeft,
  map: (change) => (either) => (isLeft(either) ? either : right(change(either.right))),
  flatMap: (next) => (either) => (isLeft(either) ? either : next(either.right)),
  orElse: (other) => (either) => (isLeft(either) ? other(either.left) : either),
};
exports.Schema = {
  Any: shape(),
  Boolean: shape(),
  String: shape(),
  NonEmptyString: shape(),
  Struct: shape,
  Array: shape,
  NullOr: shape,
  mutable: shape,
  optional: shape,
  decodeUnknownEither: () => right,
};
