/*
 * LCUS relay boards, three firmwares: LC Technology's first (00 off, 01 on, no answer); its later one (00 and 01 without an
 * answer; 02 off, 03 on, 04 toggle and 05 status, each answered by A0 relay state sum); and the "USB Relay PRO" of
 * wiki.diustou.com (02 asks, answered by a line of text for each relay, "CH1: ON").
 */
export function lcus(board, buffer, takeIn) {
  while (buffer.length >= 4) {
    const [start, channel, operation, sum] = buffer;
    if (start !== 0xa0 || ((start + channel + operation) & 0xff) !== sum) {
      buffer = buffer.subarray(1);
      continue;
    }
    const frame = buffer.subarray(0, 4).toString('hex');
    buffer = buffer.subarray(4);
    takeIn(board, frame, () => FIRMWARES[board.dialect](board, channel, operation));
  }
  return buffer;
}

const FIRMWARES = {
  silent: plain,
  feedback(board, channel, operation) {
    if (operation <= 1) return plain(board, channel, operation);
    if (operation > 5) return null;
    if (operation === 2) board.relays[channel] = false;
    if (operation === 3) board.relays[channel] = true;
    if (operation === 4) board.relays[channel] = !board.relays[channel];
    const state = board.relays[channel] ? 1 : 0;
    return [0xa0, channel, state, (0xa0 + channel + state) & 0xff];
  },
  query(board, channel, operation) {
    if (operation !== 2) return plain(board, channel, operation);
    return `CH${channel}: ${board.relays[channel] ? 'ON' : 'OFF'}\r\n`;
  },
};

function plain(board, channel, operation) {
  if (operation <= 1) board.relays[channel] = operation === 1;
  return null;
}
