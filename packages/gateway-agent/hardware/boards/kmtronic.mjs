/*
 * KMtronic USB relay boards, from info.kmtronic.com/kmtronic-usb-relay-test-software.html: FF relay 01|00 switches. One and
 * two relays: FF relay 03 is answered by FF relay state. Four and eight: FF 09 00 is answered by a byte for each relay, 01
 * or 00. Neither knows the question of the other.
 */
export function kmtronic(board, buffer, takeIn) {
  while (buffer.length >= 3) {
    const [start, channel, operation] = buffer;
    if (start !== 0xff) {
      buffer = buffer.subarray(1);
      continue;
    }
    const frame = buffer.subarray(0, 3).toString('hex');
    buffer = buffer.subarray(3);
    takeIn(board, frame, () => answerTo(board, channel, operation));
  }
  return buffer;
}

function answerTo(board, channel, operation) {
  const state = (relay) => (board.relays[relay] ? 1 : 0);
  if (operation <= 1 && channel >= 1 && channel <= board.size) board.relays[channel] = operation === 1;
  else if (board.size <= 2 && operation === 3 && channel <= board.size)
    return [0xff, channel, state(channel)];
  else if (board.size >= 4 && channel === 9 && operation === 0)
    return Array.from({ length: board.size }, (_, at) => state(at + 1));
  return null;
}
