import { type World } from '../../../../test/world.js';
import type { Role } from '../../src/users/role.rules.js';
type AnyJson = any;
export interface Ask {
    cookie?: string | null;
    body?: unknown;
    location?: number;
    /** Null leaves it out. */
    origin?: string | null;
    headers?: Record<string, string>;
}
export interface Told {
    status: number;
    json: AnyJson;
    text: string;
    headers: Headers;
}
export declare const PASSWORD = "a long enough password";
/** The whole cloud with its pages, an owner, a manager of the lab, a viewer, and a second organisation. */
export declare function dashboardWorld(settings?: Record<string, string>): Promise<{
    world: World;
    context: import("../../src/context.js").Context;
    ids: {
        account: number;
        hq: number;
        lab: number;
        main: number;
        side: number;
        archive: number;
    };
    other: {
        account: number;
        location: number;
        lock: number;
        gateway: string;
    };
    origin: string;
    ask: (method: string, path: string, asked?: Ask) => Promise<Told>;
    signIn: (email: string) => Promise<string>;
    tryToSignIn: (email: string, password?: string, headers?: Record<string, string>) => Promise<Told>;
    addUser: (email: string, role: Role, locationId: number, accountId?: number) => Promise<{
        id: string;
        password: string;
    }>;
    mount: import("../../src/dashboard/mount.js").DashboardMount;
}>;
export {};
//# sourceMappingURL=world.d.ts.map