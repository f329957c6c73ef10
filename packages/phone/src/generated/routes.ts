// Generated from the endpoints of packages/cloud by "node scripts/page-types.mjs write"; not edited by hand.

export type components = {
    schemas: {
        Routes: {
            "GET /orders/{id}": {
                answer: {
                    confirmed_at: string | null;
                    id: string;
                    lock_id: number;
                    reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
                    status: "pending" | "sent" | "confirmed" | "failed";
                    unlocked_ms: number;
                };
            };
            "GET /ring": {
                answer: {
                    doors: {
                        day_until: string | null;
                        held: {
                            by_schedule: boolean;
                            until: string | null;
                        } | null;
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        may_hold: boolean;
                        name: string;
                        online: boolean | null;
                        place: string;
                        timezone: string;
                        type: "remote" | "locksys";
                    }[];
                    keys: {
                        expires_at: string | null;
                        id: number;
                        location: string;
                        name: string;
                        organisation: string;
                        starts_at: string;
                        status: "valid" | "not_yet" | "expired" | "returned" | "removed";
                        timezone: string;
                    }[];
                    language: string;
                    person: string;
                    service: string;
                };
            };
            "POST /doors/{id}/hold": {
                answer: {
                    confirmed_at: string | null;
                    id: string;
                    lock_id: number;
                    reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
                    status: "pending" | "sent" | "confirmed" | "failed";
                    unlocked_ms: number;
                };
                body: {
                    length: "quarter" | "hour" | "day";
                    press: string;
                };
            };
            "POST /doors/{id}/presses": {
                answer: {
                    id: string;
                    lifetime_ms: number;
                    press: string;
                };
                body: Record<string, never>;
            };
            "POST /doors/{id}/release": {
                answer: {
                    confirmed_at: string | null;
                    id: string;
                    lock_id: number;
                    reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
                    status: "pending" | "sent" | "confirmed" | "failed";
                    unlocked_ms: number;
                };
                body: {
                    press: string;
                };
            };
            "POST /doors/{id}/unlock": {
                answer: {
                    confirmed_at: string | null;
                    id: string;
                    lock_id: number;
                    reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
                    status: "pending" | "sent" | "confirmed" | "failed";
                    unlocked_ms: number;
                };
                body: {
                    press: string;
                };
            };
            "POST /moves": {
                answer: {
                    code: string;
                    lifetime_ms: number;
                };
                body: Record<string, never>;
            };
            "POST /moves/claim": {
                answer: {
                    moved: boolean;
                };
                body: {
                    code: string;
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};

export type Routes = components['schemas']['Routes'];
