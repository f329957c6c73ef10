/*
 * What Aedes remembers and passes on by itself, which here is next to nothing: sessions are clean, nothing is retained, and
 * what goes to a gateway goes straight to its connection. Its own would keep subscriptions and topics of every gateway.
 */

interface Client {
  id: string;
}
interface Packet {
  messageId: number;
}

/** The broker's persistence: only half-done messages of QoS 2 are kept, until their connection ends. */
export function rememberLittle() {
  const incoming = new Map<string, Map<number, Packet>>();
  return {
    // Aedes checks that it is an async function.
    async setup() {},
    async destroy() {},
    createRetainedStreamCombi: () => ({ pipe() {} }),
    subscriptionsByTopic: async () => [],
    cleanSubscriptions: async () => {},
    putWill: async () => {},
    delWill: async () => {},
    streamWill: () => [],
    outgoingStream: () => [],
    outgoingEnqueueCombi: async () => {},
    outgoingClearMessageId: async () => {},
    async incomingStorePacket({ id }: Client, packet: Packet) {
      const packets = incoming.get(id) ?? new Map<number, Packet>();
      incoming.set(id, packets.set(packet.messageId, packet));
    },
    async incomingGetPacket({ id }: Client, { messageId }: Packet) {
      const packet = incoming.get(id)?.get(messageId);
      if (!packet) throw new Error('no such packet');
      return packet;
    },
    async incomingDelPacket({ id }: Client, { messageId }: Packet) {
      if (!incoming.get(id)?.delete(messageId)) throw new Error('no such packet');
    },
    async cleanIncoming({ id }: Client) {
      incoming.delete(id);
    },
  };
}

type Done = (error?: Error | null) => void;

/** The broker's emitter: nothing subscribes to what others publish. */
export const passNothingOn = () => ({
  on: (_topic: string, _notify: unknown, done?: Done) => later(done),
  removeListener: (_topic: string, _notify: unknown, done?: Done) => later(done),
  emit: (_packet: unknown, done?: Done) => later(done),
  close: later,
});

function later(done?: Done): void {
  if (done) setImmediate(done);
}
