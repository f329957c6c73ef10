import http from 'node:http';
/** A status, or a way to misbehave: never answer, send headers or a body that never ends, or cut the connection. */
export type Reply = number | 'hang' | 'drip' | 'drip_headers' | 'reset' | 'reset_in_body' | {
    status: number;
    headers?: Record<string, string>;
    body?: string | Buffer;
};
export interface Received {
    method: string;
    path: string;
    headers: http.IncomingHttpHeaders;
    raw: string;
    body: {
        id: string;
        type: string;
        created_at: string;
        data: Record<string, unknown>;
    };
    /** The connection's number, from 1. */
    connection: number;
}
/** A webhook receiver on loopback that keeps what comes and answers as it is told. */
export declare class Receiver {
    #private;
    readonly requests: Received[];
    connections: number;
    /** Connections that have closed. */
    closings: number;
    private constructor();
    static start(options?: {
        host?: string;
        tls?: {
            key: string;
            cert: string;
        };
    }): Promise<Receiver>;
    get port(): number;
    url(path?: string): string;
    /** In this order; the last one from then on. */
    answer(...replies: Reply[]): void;
    answerAt(path: string, reply: Reply): void;
    /** Before all else, where it gives a reply. */
    answerBy(choose: (request: Received) => Reply | undefined): void;
    /** Resolves once so many requests have come in all. */
    received(count: number): Promise<Received[]>;
    /** Resolves once so many connections have closed in all. */
    closed(count: number): Promise<void>;
    close(): Promise<void>;
}
/** Checks a delivery as a receiver would (spec 6.3), with code that is not ours; throws when it does not verify. */
export declare function verify(received: Received, secret: string, now: number, service?: string): void;
//# sourceMappingURL=receiver.d.ts.map