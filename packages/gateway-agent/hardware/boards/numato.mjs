/*
 * Numato Lab USB relay modules: a command ends with a carriage return and is echoed; its answer and a prompt follow. Names of
 * relays: numato.com/docs/32-channel-usb-relay-module ("0" to "9", "A" to "V") and
 * numato.com/docs/64-channel-usb-relay-module-user-guide ("00" to "63"). A module reads as many characters of a name as its
 * relays need. `relay readall` answers a hexadecimal digit for four relays (numato.com/kb, "Understanding
 * readall/writeall commands").
 */
export function numato(board, buffer, takeIn) {
  const lines = buffer.toString('latin1').split('\r');
  for (const line of lines.slice(0, -1)) takeIn(board, line, () => `${line}\n\r${answerTo(board, line)}>`);
  return Buffer.from(lines.at(-1) ?? '', 'latin1');
}

function answerTo(board, line) {
  const [what, verb, name = ''] = line.split(' ');
  const channel = board.size > 32 ? Number(name.slice(0, 2)) : Number.parseInt(name.slice(0, 1), 36);
  if (what === 'relay' && verb === 'readall')
    return `${Array.from(
      { length: Math.max(2, board.size / 4) },
      (_, at, digits = Math.max(2, board.size / 4)) => nibble(board, (digits - 1 - at) * 4),
    ).join('')}\n\r`;
  if (what === 'relay' && (verb === 'on' || verb === 'off')) {
    if (channel < board.size) board.relays[channel] = verb === 'on';
  } else if (what === 'relay' && verb === 'read') return `${board.relays[channel] ? 'on' : 'off'}\n\r`;
  else if (what === 'gpio' && verb === 'read') return `${board.inputs[channel] ? 1 : 0}\n\r`;
  return '';
}

const nibble = (board, from) =>
  [0, 1, 2, 3].reduce((sum, at) => sum + (board.relays[from + at] ? 1 << at : 0), 0).toString(16);
