/* A device tree blob (version 17), to which a property is added: names of lines, as boards have them and QEMU's has not. */

const TOKEN = { node: 1, endOfNode: 2, property: 3, nothing: 4 };
const HEADER = { size: 4, structure: 8, strings: 12, sizeOfStrings: 32, sizeOfStructure: 36 };
const aligned = (length) => Math.ceil(length / 4) * 4;

/** The blob with a property of strings in the first node whose name begins so. */
export function withProperty(blob, node, name, strings) {
  const [structure, texts] = [HEADER.structure, HEADER.strings].map((at) => blob.readUInt32BE(at));
  const sizeOfStructure = blob.readUInt32BE(HEADER.sizeOfStructure);
  const sizeOfStrings = blob.readUInt32BE(HEADER.sizeOfStrings);
  const at = behindName(blob, structure, node);
  const value = Buffer.from(strings.map((each) => `${each}\0`).join(''));
  const property = Buffer.alloc(12 + aligned(value.length));
  property.writeUInt32BE(TOKEN.property, 0);
  property.writeUInt32BE(value.length, 4);
  property.writeUInt32BE(sizeOfStrings, 8);
  value.copy(property, 12);
  const names = Buffer.from(`${name}\0`);
  const parts = [
    blob.subarray(0, at),
    property,
    blob.subarray(at, structure + sizeOfStructure),
    blob.subarray(texts, texts + sizeOfStrings),
    names,
  ];
  const made = Buffer.concat(parts);
  made.writeUInt32BE(made.length, HEADER.size);
  made.writeUInt32BE(structure + sizeOfStructure + property.length, HEADER.strings);
  made.writeUInt32BE(sizeOfStructure + property.length, HEADER.sizeOfStructure);
  made.writeUInt32BE(sizeOfStrings + names.length, HEADER.sizeOfStrings);
  return made;
}

/** Where the properties of a node begin. */
function behindName(blob, structure, node) {
  for (let at = structure; ; ) {
    const token = blob.readUInt32BE(at);
    at += 4;
    if (token === TOKEN.node) {
      const end = blob.indexOf(0, at);
      const name = blob.toString('latin1', at, end);
      at = structure + aligned(end + 1 - structure);
      if (name.startsWith(node)) return at;
    } else if (token === TOKEN.property) at += 8 + aligned(blob.readUInt32BE(at));
    else if (token !== TOKEN.endOfNode && token !== TOKEN.nothing)
      throw new Error(`the device tree has no ${node}`);
  }
}
