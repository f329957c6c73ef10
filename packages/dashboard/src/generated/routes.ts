// Generated from the endpoints of packages/cloud by "node scripts/page-types.mjs write"; not edited by hand.

export type components = {
    schemas: {
        Actor: {
            api_key: {
                id: number;
                name: string;
            } | null;
            key: {
                id: number;
                name: string;
            } | null;
            person: null;
            type: "user" | "manager" | "api_key";
        };
        Command: {
            api_key: {
                id: number;
                name: string;
            } | null;
            confirmed_at: string | null;
            expires_at: string;
            failed_at: string | null;
            id: string;
            lock: {
                id: number;
                name: string;
                place: string;
            };
            reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
            requested_at: string;
            sent_at: string | null;
            status: "pending" | "sent" | "confirmed" | "failed";
            type: "unlock" | "door_mode";
        };
        Emergency: {
            actor: components["schemas"]["Actor"];
            counts: {
                confirmed: number;
                pending: number;
                refused: number;
                unreachable: number;
            };
            doors: {
                confirmed_at: string | null;
                lock: {
                    id: number;
                    name: string;
                    place: string;
                };
                reason: ("offline" | "no_hold_relay" | "device_error" | "timed_out") | null;
                state: "confirmed" | "pending" | "unreachable" | "refused";
            }[];
            drill: boolean;
            ended_at: string | null;
            id: string;
            location: {
                id: number;
                name: string;
            };
            mode: "lockdown" | "evacuation";
            reason: string;
            started_at: string;
        };
        GatewayHealth: {
            boards: {
                error: string | null;
                id: string;
                ok: boolean;
            }[];
            cert_expires_at: string | null;
            cpu_temp_c: number | null;
            disk_free_mb: number | null;
            disk_refuses: boolean | null;
            guard_alive: boolean | null;
            ntp_synced: boolean | null;
            undervoltage: boolean | null;
        };
        Invitation: {
            activated_at: string | null;
            cancelled_at: string | null;
            channel: "sms" | "email" | "both" | "shown";
            created_at: string;
            expires_at: string;
            id: number;
            key: {
                id: number;
                name: string;
            };
            link_expires_at: string;
            person: {
                email: string;
                id: string;
                name: string;
            } | null;
            resend_count: number;
            security_groups: string[];
            sent_at: string;
            starts_at: string;
            state: "pending" | "activated" | "expired" | "cancelled";
        };
        Key: {
            created_at: string;
            expires_at: string | null;
            handed_over_at: string | null;
            id: number;
            invitation: {
                id: number;
                state: "pending" | "activated" | "expired" | "cancelled";
            } | null;
            location: {
                id: number;
                name: string;
            };
            name: string;
            person: {
                email: string;
                id: string;
                name: string;
            } | null;
            returned_at: string | null;
            security_groups: string[];
            starts_at: string;
            state: ("handed_over" | "returned") | null;
            updated_at: string;
        };
        Lock: {
            contact_fault?: string;
            door_mode: {
                expires_at: string | null;
                mode: "auto" | "stay_open" | "closed";
                source: ("schedule" | "override") | null;
            } | null;
            door_state: "open" | "closed" | "unknown";
            emergency?: "lockdown" | "evacuation";
            features: {
                door_contact: boolean;
                exit_button: boolean;
                forced_open_detection: boolean;
                hold_relay: boolean;
                remote_unlock: boolean;
            };
            hold_open: boolean;
            id: number;
            location: {
                id: number;
                name: string;
            };
            maintenance_until?: string;
            name: string;
            online: boolean | null;
            online_since: string | null;
            place: string;
            type: "remote" | "locksys";
            under_test_until?: string;
        };
        Person: {
            company_name: string;
            email: string;
            id: string;
            language: string;
            location: {
                id: number;
                name: string;
            };
            name: string;
            phone: string;
            title: string;
        };
        Routes: {
            "DELETE /account/browsers/{id}": Record<string, never>;
            "DELETE /account/passkeys/{id}": Record<string, never>;
            "DELETE /alarm-channels/{id}": Record<string, never>;
            "DELETE /alarm-rules/{id}": Record<string, never>;
            "DELETE /api-keys/{id}": Record<string, never>;
            "DELETE /calendars/{id}": Record<string, never>;
            "DELETE /colleague-invitations/{id}": Record<string, never>;
            "DELETE /colleagues/{id}": Record<string, never>;
            "DELETE /door-tests/{report}/photos/{photo}": Record<string, never>;
            "DELETE /doors/{id}": Record<string, never>;
            "DELETE /gateways/{id}": Record<string, never>;
            "DELETE /groups/{id}": Record<string, never>;
            "DELETE /invitations/{id}": {
                answer: components["schemas"]["Invitation"];
            };
            "DELETE /locations/{id}": Record<string, never>;
            "DELETE /locations/{id}/plan": Record<string, never>;
            "DELETE /locks/{id}/maintenance": {
                answer: components["schemas"]["Lock"];
            };
            "DELETE /people/{id}": Record<string, never>;
            "DELETE /people/{id}/phones/{phone_id}": Record<string, never>;
            "DELETE /session": Record<string, never>;
            "DELETE /sessions/{id}": Record<string, never>;
            "DELETE /webhook-inbox": Record<string, never>;
            "DELETE /webhooks/{id}": Record<string, never>;
            "GET /account/browsers": {
                answer: {
                    data: {
                        created_at: string;
                        fingerprint: string;
                        host: string;
                        id: string;
                        last_sent_at: string | null;
                        user_agent: string;
                    }[];
                    key: string;
                };
            };
            "GET /account/passkeys": {
                answer: {
                    data: {
                        created_at: string;
                        id: string;
                        last_used_at: string | null;
                        name: string;
                    }[];
                };
            };
            "GET /alarm-log": {
                answer: {
                    data: {
                        acknowledged: {
                            at: string;
                            by: string;
                            note: string;
                        } | null;
                        assigned: {
                            id: string;
                            name: string;
                        } | null;
                        ended_at: string | null;
                        gateway_id: string | null;
                        id: number;
                        kind: "forced" | "left_open" | "offline" | "fault";
                        location: {
                            id: number;
                            name: string;
                        };
                        lock_id: number | null;
                        name: string;
                        opened_at: string;
                        place: string;
                        started_at: string;
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /alarm-settings": {
                answer: {
                    channels: {
                        address: string;
                        id: string;
                        kind: "email" | "sms" | "webhook" | "slack" | "teams";
                        language: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                    }[];
                    colleagues: {
                        id: string;
                        name: string;
                    }[];
                    contact: {
                        by_email: boolean;
                        by_sms: boolean;
                        language: string;
                        phone: string;
                    };
                    rotas: {
                        location: {
                            id: number;
                            name: string;
                        };
                        on_duty: string[];
                        overrides: {
                            ends_at: string;
                            starts_at: string;
                            user_id: string;
                        }[];
                        timezone: string;
                        weekly: {
                            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                            from: string;
                            to: string;
                            user_id: string;
                        }[];
                    }[];
                    rules: {
                        hours: {
                            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                            from: string;
                            to: string;
                        }[];
                        id: string;
                        kinds: ("forced" | "left_open" | "offline" | "fault")[];
                        location: {
                            id: number;
                            name: string;
                        };
                        lock_ids: number[];
                        muted_by: string | null;
                        muted_until: string | null;
                        name: string;
                        per_hour: number;
                        quiet: {
                            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                            from: string;
                            to: string;
                        }[];
                        steps: {
                            after_s: number;
                            to: ({
                                kind: "duty";
                            } | {
                                id: string;
                                kind: "user" | "channel";
                            })[];
                        }[];
                    }[];
                    sends_mail: boolean;
                    sends_sms: boolean;
                };
            };
            "GET /alarms": {
                answer: {
                    data: {
                        contact: {
                            online: boolean;
                            since: string | null;
                            state: "open" | "closed" | "unknown";
                        };
                        ended_at: string | null;
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                        occurred_at: string;
                        person: {
                            id: string;
                            name: string;
                        } | null;
                        type: "door.forced" | "door.left_open" | "lock.maintenance.ended";
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    }[];
                };
            };
            "GET /alarms/{id}": {
                answer: {
                    acknowledged: {
                        at: string;
                        by: string;
                        note: string;
                    } | null;
                    assigned: {
                        id: string;
                        name: string;
                    } | null;
                    ended_at: string | null;
                    fault: {
                        door: string;
                        error: string;
                        terminal: "contact" | "exit_button" | "strike" | "hold";
                    } | null;
                    gateway_id: string | null;
                    id: number;
                    kind: "forced" | "left_open" | "offline" | "fault";
                    location: {
                        id: number;
                        name: string;
                    };
                    lock_id: number | null;
                    name: string;
                    notices: {
                        at: string;
                        is_held: boolean;
                        name: string;
                        rule: string;
                        step: number;
                        way: string;
                    }[];
                    opened_at: string;
                    place: string;
                    started_at: string;
                    why: {
                        exit: {
                            age_ms: number;
                            held: boolean;
                            released_ms: number | null;
                        } | null;
                        kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                        notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                        reported_at: string | null;
                        said: string | null;
                        unlock_ms: number | null;
                        window_ms: number;
                    } | null;
                };
            };
            "GET /api-keys": {
                answer: {
                    data: {
                        created_at: string;
                        created_by: string | null;
                        expires_at: string;
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        locks: {
                            id: number;
                            name: string;
                        }[];
                        name: string;
                        prefix: string;
                        revoked_at: string | null;
                        scopes: ("catalog:read" | "people:read" | "people:write" | "keys:read" | "keys:write" | "locks:control" | "events:read" | "webhooks:manage")[];
                    }[];
                };
            };
            "GET /attention": {
                answer: {
                    gateways_offline: {
                        count: number;
                        named: {
                            id: string;
                            name: string;
                            since: string | null;
                        }[];
                    };
                    keys_ending: {
                        count: number;
                        within_days: number;
                    };
                };
            };
            "GET /audit": {
                answer: {
                    data: {
                        action: string;
                        actor: {
                            id: string | null;
                            name: string;
                            type: string;
                        };
                        at: string;
                        details: {
                            [key: string]: unknown;
                        };
                        id: string;
                        location_id: number | null;
                        number: number;
                        run: {
                            actions: {
                                action: string;
                                count: number;
                            }[];
                            from: number;
                            since: string;
                        } | null;
                        sequence: number | null;
                        subject: {
                            id: string;
                            name: string;
                            type: string;
                        };
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /audit/check": {
                streams: {
                    check?: {
                        anchor: string | null;
                        entries: number;
                        erased: number;
                        fault: {
                            id: string | null;
                            message: string;
                            sequence: number | null;
                        } | null;
                        forgotten: number;
                        unchained: number;
                    };
                    error?: string;
                    next?: string;
                    of?: number;
                    read?: number;
                };
            };
            "GET /audit/export": Record<string, never>;
            "GET /calendars": {
                answer: {
                    data: {
                        holidays: {
                            country: string;
                            region: string | null;
                        } | null;
                        id: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        locations: string[];
                        locks: number;
                        name: string;
                        next: {
                            blocks: {
                                first_person_in: boolean;
                                from: string;
                                to: string;
                            }[];
                            date: string;
                            name: string;
                            source: "hand" | "file" | "holiday";
                        }[];
                    }[];
                };
            };
            "GET /calendars/{id}": {
                answer: {
                    changed: {
                        at: string;
                        by: string;
                    };
                    days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        name: string;
                        source: "hand" | "file" | "holiday";
                    }[];
                    doors: number;
                    holidays: {
                        country: string;
                        region: string | null;
                    } | null;
                    id: string;
                    location: {
                        id: number;
                        name: string;
                    };
                    locations: {
                        id: number;
                        name: string;
                    }[];
                    locks: {
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        place: string;
                    }[];
                    name: string;
                    set_days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[] | null;
                        date: string;
                        name: string;
                        uid: string | null;
                    }[];
                    today: string;
                    version: string;
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
            };
            "GET /calendars/{id}/year": {
                answer: {
                    days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        differs: boolean;
                        loses: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                        name: string;
                        wins: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                    }[];
                    name: string;
                    today: string;
                    week: {
                        fri: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        mon: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        sat: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        sun: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        thu: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        tue: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        wed: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                    };
                    week_by: {
                        kind: "door" | "calendar";
                        name: string;
                    }[];
                    year: number;
                };
            };
            "GET /colleagues": {
                answer: {
                    data: {
                        created_at: string;
                        email: string;
                        id: string;
                        last_seen_at: string | null;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        role: "owner" | "manager" | "viewer";
                    }[];
                    invited: {
                        email: string;
                        id: string;
                        invited_by: string;
                        link_expires_at: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        role: "owner" | "manager" | "viewer";
                        sent_at: string;
                        state: "pending" | "accepted" | "expired" | "withdrawn";
                    }[];
                    sends_mail: boolean;
                };
            };
            "GET /door-tests": {
                answer: {
                    data: {
                        last: {
                            by: string;
                            finished_at: string;
                            has_pdf: boolean;
                            id: string;
                            result: "passed" | "failed" | "incomplete";
                            simulated: boolean;
                        } | null;
                        location: {
                            id: number;
                            name: string;
                        };
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /door-tests/{report}/photos/{photo}": Record<string, never>;
            "GET /door-tests/counts": {
                answer: {
                    failed: number;
                    incomplete: number;
                    never: number;
                    passed: number;
                };
            };
            "GET /door-tests/export": Record<string, never>;
            "GET /doors/{id}": {
                answer: {
                    block: {
                        ends_at: string | null;
                        first_person_in: boolean;
                        starts_at: string | null;
                    } | null;
                    contact_fault?: string;
                    day_ends_at: string;
                    door: number | null;
                    door_mode: {
                        expires_at: string | null;
                        mode: "auto" | "stay_open" | "closed";
                        source: ("schedule" | "override") | null;
                    } | null;
                    door_state: "open" | "closed" | "unknown";
                    emergency?: "lockdown" | "evacuation";
                    features: {
                        door_contact: boolean;
                        exit_button: boolean;
                        forced_open_detection: boolean;
                        hold_relay: boolean;
                        remote_unlock: boolean;
                    };
                    gateway: {
                        id: string;
                        name: string;
                    } | null;
                    gateway_reported: {
                        agent_version: string | null;
                        clock: string | null;
                    } | null;
                    has_reader: boolean;
                    hold_open: boolean;
                    id: number;
                    left_open_seconds: number;
                    location: {
                        id: number;
                        name: string;
                    };
                    maintenance: {
                        by: string;
                        muted: {
                            "door.forced": number;
                            "door.left_open": number;
                        } | null;
                        reason: string;
                        since: string;
                        until: string;
                    } | null;
                    maintenance_until?: string;
                    name: string;
                    next_change_at: string | null;
                    online: boolean | null;
                    online_since: string | null;
                    place: string;
                    schedule: ({
                        days: string[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    } | {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    })[];
                    strike_on: boolean;
                    strike_seconds: number;
                    timezone: string;
                    toggle_policy: string;
                    type: "remote" | "locksys";
                    under_test_until?: string;
                };
            };
            "GET /doors/{id}/access": {
                answer: {
                    at: string;
                    count: number;
                    groups: {
                        code: string;
                        id: number;
                        name: string;
                    }[];
                    has_more_than_counted: boolean;
                    held_by_schedule: {
                        first_person_in: boolean;
                        until: string | null;
                    } | null;
                    keys: {
                        expires_at: string | null;
                        groups: number[];
                        handed_over_at: string | null;
                        id: number;
                        name: string;
                        person: {
                            email: string;
                            id: string;
                            name: string;
                        } | null;
                        returned_at: string | null;
                        starts_at: string;
                        verdict: "opens" | "not_handed_over" | "returned" | "not_yet" | "expired";
                    }[];
                    lock: {
                        id: number;
                        name: string;
                        place: string;
                    };
                    next_before: number | null;
                };
            };
            "GET /doors/{id}/at": {
                answer: {
                    at: string;
                    contact_fault: {
                        error: string;
                        since: string;
                    } | null;
                    door: {
                        by: {
                            id: number;
                            occurred_at: string;
                            person: string | null;
                            reason: string | null;
                            source: string;
                            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                            why: {
                                exit: {
                                    age_ms: number;
                                    held: boolean;
                                    released_ms: number | null;
                                } | null;
                                kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                                notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                                reported_at: string | null;
                                said: string | null;
                                unlock_ms: number | null;
                                window_ms: number;
                            } | null;
                        } | null;
                        value: "open" | "closed" | "unknown";
                    };
                    forced: {
                        by: {
                            id: number;
                            occurred_at: string;
                            person: string | null;
                            reason: string | null;
                            source: string;
                            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                            why: {
                                exit: {
                                    age_ms: number;
                                    held: boolean;
                                    released_ms: number | null;
                                } | null;
                                kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                                notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                                reported_at: string | null;
                                said: string | null;
                                unlock_ms: number | null;
                                window_ms: number;
                            } | null;
                        } | null;
                        value: boolean;
                    };
                    held_open: {
                        by: {
                            id: number;
                            occurred_at: string;
                            person: string | null;
                            reason: string | null;
                            source: string;
                            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                            why: {
                                exit: {
                                    age_ms: number;
                                    held: boolean;
                                    released_ms: number | null;
                                } | null;
                                kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                                notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                                reported_at: string | null;
                                said: string | null;
                                unlock_ms: number | null;
                                window_ms: number;
                            } | null;
                        } | null;
                        value: boolean | "unknown";
                    };
                    last_access: {
                        id: number;
                        occurred_at: string;
                        person: string | null;
                        reason: string | null;
                        source: string;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    } | null;
                    last_exit_press: {
                        id: number;
                        occurred_at: string;
                        person: string | null;
                        reason: string | null;
                        source: string;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    } | null;
                    left_open: {
                        by: {
                            id: number;
                            occurred_at: string;
                            person: string | null;
                            reason: string | null;
                            source: string;
                            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                            why: {
                                exit: {
                                    age_ms: number;
                                    held: boolean;
                                    released_ms: number | null;
                                } | null;
                                kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                                notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                                reported_at: string | null;
                                said: string | null;
                                unlock_ms: number | null;
                                window_ms: number;
                            } | null;
                        } | null;
                        value: boolean;
                    };
                    mode: {
                        by: {
                            set_at: string;
                            status: string;
                            until: string | null;
                            who: string | null;
                        } | null;
                        value: "stay_open" | "auto" | "closed";
                    };
                    next: string | null;
                    online: {
                        by: {
                            id: number;
                            occurred_at: string;
                            person: string | null;
                            reason: string | null;
                            source: string;
                            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                            why: {
                                exit: {
                                    age_ms: number;
                                    held: boolean;
                                    released_ms: number | null;
                                } | null;
                                kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                                notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                                reported_at: string | null;
                                said: string | null;
                                unlock_ms: number | null;
                                window_ms: number;
                            } | null;
                        } | null;
                        value: boolean | "unknown";
                    };
                    previous: string | null;
                };
            };
            "GET /doors/{id}/commands": {
                answer: {
                    data: {
                        by: {
                            kind: "user" | "api_key" | "person" | "service";
                            name: string;
                        };
                        confirmed_at: string | null;
                        failed_at: string | null;
                        id: string;
                        mode: ("stay_open" | "auto" | "closed") | null;
                        note: string;
                        reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
                        requested_at: string;
                        sent_at: string | null;
                        status: "pending" | "sent" | "confirmed" | "failed";
                        type: string;
                        until: string | null;
                    }[];
                };
            };
            "GET /doors/{id}/day": {
                answer: {
                    bands: {
                        door: {
                            from: string;
                            state: "open" | "closed" | "forced" | "left_open" | "unknown";
                            to: string;
                        }[];
                        gateway: {
                            from: string;
                            state: "online" | "offline" | "unknown";
                            to: string;
                        }[];
                        hold: {
                            from: string;
                            state: "held" | "free" | "unknown";
                            to: string;
                        }[];
                    };
                    date: string;
                    ends_at: string;
                    known_until: string;
                    marks: {
                        at: string;
                        id: number;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                    }[];
                    starts_at: string;
                    timezone: string;
                };
            };
            "GET /doors/{id}/noise": {
                answer: {
                    alarms: number;
                    causes: {
                        cause: "press_after" | "slow_exit" | "bounce" | "just_past" | "daily";
                        count: number;
                    }[];
                    location: {
                        id: number;
                        name: string;
                    };
                    lock: {
                        id: number;
                        name: string;
                        place: string;
                    };
                    nuisance: number;
                    replay: {
                        forced: {
                            added: number;
                            before: number;
                            ended: number;
                            hidden: number;
                        };
                        left_open: {
                            added: number;
                            before: number;
                            ended: number;
                            hidden: number;
                        };
                        settings: {
                            left_open_ms: number;
                            window_ms: number;
                        };
                    };
                    settings: {
                        left_open_ms: number;
                        window_ms: number;
                    };
                    since: string;
                };
            };
            "GET /doors/{id}/range": {
                answer: {
                    bands: {
                        door: {
                            from: string;
                            state: "open" | "closed" | "forced" | "left_open" | "unknown";
                            to: string;
                        }[];
                        gateway: {
                            from: string;
                            state: "online" | "offline" | "unknown";
                            to: string;
                        }[];
                        hold: {
                            from: string;
                            state: "held" | "free" | "unknown";
                            to: string;
                        }[];
                    } | null;
                    from: string;
                    is_cut: boolean;
                    marks: {
                        at: string;
                        id: number;
                        reason: string | null;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                        who: string | null;
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    }[];
                    step_ms: number;
                    steps: {
                        alarms: number;
                        all: number;
                        at: string;
                    }[];
                    to: string;
                };
            };
            "GET /doors/{id}/reader": {
                answer: {
                    door: "closed" | "open" | "left_open";
                    has_more_keys: boolean;
                    keys: {
                        id: number;
                        name: string;
                        person: string | null;
                        state: ("handed_over" | "returned") | null;
                    }[];
                };
            };
            "GET /doors/{id}/reports": {
                answer: {
                    data: {
                        by: string;
                        finished_at: string;
                        has_pdf: boolean;
                        id: string;
                        photos: {
                            added_at: string;
                            added_by: string;
                            height: number;
                            id: string;
                            width: number;
                        }[];
                        result: "passed" | "failed" | "incomplete";
                        simulated: boolean;
                        steps: {
                            advice: string;
                            detail: string;
                            measured: {
                                [key: string]: number;
                            };
                            result: "passed" | "failed" | "skipped";
                            step: string;
                        }[];
                    }[];
                };
            };
            "GET /doors/{id}/reports/{report}/{format}": Record<string, never>;
            "GET /doors/{id}/schedule": {
                answer: {
                    changed: {
                        at: string;
                        by: string;
                    } | null;
                    days: {
                        before: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[] | null;
                        blocks: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[];
                        clock_change: {
                            at: string;
                            minutes: number;
                        } | null;
                        date: string;
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        ends_at: string;
                        is_exception: boolean;
                        starts_at: string;
                    }[];
                    has_hold_relay: boolean;
                    is_of_site_file: boolean;
                    local_time: string;
                    lock: {
                        id: number;
                        name: string;
                        place: string;
                    };
                    offset: string;
                    schedule: ({
                        days: string[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    } | {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    })[];
                    timezone: string;
                    toggle_policy: "none" | "manager_keys" | "all_keys";
                    version: string;
                };
            };
            "GET /doors/{id}/set-up": {
                answer: {
                    counts: {
                        api_keys: number;
                        groups: number;
                        keys: number;
                        schedule_entries: number;
                        webhooks: number;
                    };
                    door: number | null;
                    gateway: {
                        id: string;
                        name: string;
                    } | null;
                    id: number;
                    left_open_seconds: number;
                    location: {
                        id: number;
                        name: string;
                    };
                    move: {
                        api_keys_gained: number;
                        api_keys_lost: number;
                        colleagues_gained: number;
                        colleagues_lost: number;
                        webhooks_gained: number;
                        webhooks_lost: number;
                    } | null;
                    name: string;
                    of_site_file: string[];
                    place: string;
                    strike_seconds: number;
                    type: string;
                    wired: {
                        contact: boolean;
                        exit_button: boolean;
                        hold_relay: boolean;
                    };
                };
            };
            "GET /doors/{id}/week": {
                answer: {
                    date: string;
                    ends_at: string;
                    hours: {
                        alarms: number;
                        all: number;
                        at: string;
                    }[];
                    is_cut: boolean;
                    starts_at: string;
                    timezone: string;
                };
            };
            "GET /doors/{id}/year": {
                answer: {
                    days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        differs: boolean;
                        loses: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                        name: string;
                        wins: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                    }[];
                    name: string;
                    today: string;
                    week: {
                        fri: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        mon: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        sat: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        sun: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        thu: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        tue: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        wed: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                    };
                    week_by: {
                        kind: "door" | "calendar";
                        name: string;
                    }[];
                    year: number;
                };
            };
            "GET /emergencies": {
                answer: {
                    data: {
                        actor: components["schemas"]["Actor"];
                        begun_by: string;
                        counts: {
                            confirmed: number;
                            pending: number;
                            refused: number;
                            unreachable: number;
                        };
                        drill: boolean;
                        ended_at: string | null;
                        ended_by: string | null;
                        id: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        mode: "lockdown" | "evacuation";
                        reason: string;
                        started_at: string;
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /emergencies-in-force": {
                answer: {
                    data: {
                        drill: boolean;
                        id: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        mode: "lockdown" | "evacuation";
                        reason: string;
                        started_at: string;
                    }[];
                };
            };
            "GET /emergencies/{id}": {
                answer: {
                    actor: components["schemas"]["Actor"];
                    begun_by: string;
                    counts: {
                        confirmed: number;
                        pending: number;
                        refused: number;
                        unreachable: number;
                    };
                    doors: {
                        confirmed_at: string | null;
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                        reason: ("offline" | "no_hold_relay" | "device_error" | "timed_out") | null;
                        state: "confirmed" | "pending" | "unreachable" | "refused";
                    }[];
                    drill: boolean;
                    ended_at: string | null;
                    ended_by: string | null;
                    id: string;
                    location: {
                        id: number;
                        name: string;
                    };
                    mode: "lockdown" | "evacuation";
                    reason: string;
                    started_at: string;
                };
            };
            "GET /emergencies/{id}/report": Record<string, never>;
            "GET /event-counts": {
                answer: {
                    buckets: {
                        alarms: number;
                        at: string;
                        denied: number;
                        granted: number;
                        holds: number;
                        maintenance: number;
                        movements: number;
                        presence: number;
                    }[];
                    has_earlier: boolean;
                    is_cut: boolean;
                    timezone: string;
                    unit: "hour" | "day";
                };
            };
            "GET /events": {
                answer: {
                    data: {
                        acknowledged: {
                            at: string;
                            by: string;
                        } | null;
                        actor: ({
                            api_key?: {
                                id: number;
                                name: string;
                            } | null;
                            type?: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        api_key: {
                            id: number;
                            name: string;
                        } | null;
                        details: {
                            [key: string]: unknown;
                        };
                        id: number;
                        key: {
                            id: number;
                            name: string;
                        } | null;
                        location: {
                            id: number;
                            name: string;
                        };
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                        muted: boolean;
                        occurred_at: string;
                        person: {
                            email: string;
                            id: string;
                            name: string;
                        } | null;
                        reason: string | null;
                        result: string | null;
                        source: string;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                        user: {
                            id: string;
                            name: string;
                        } | null;
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /events/export": Record<string, never>;
            "GET /first-steps": {
                answer: {
                    done: ("gateway" | "online" | "door" | "opened" | "person" | "key" | "api_key")[];
                };
            };
            "GET /floor-plans": {
                answer: {
                    data: {
                        changed_at: string;
                        doors: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        timezone: string;
                    }[];
                };
            };
            "GET /gateways": {
                answer: {
                    data: {
                        agent_version: string | null;
                        bench: boolean;
                        clock: string | null;
                        faulty_doors: number;
                        health: components["schemas"]["GatewayHealth"] | null;
                        id: string;
                        journal_depth: number | null;
                        last_heard_at: string | null;
                        location: {
                            id: number;
                            name: string;
                        };
                        locks: number;
                        lost_records: number;
                        name: string;
                        online: boolean | null;
                        online_since: string | null;
                        quarantined: number;
                        ref: string;
                        revoked_at: string | null;
                        rss_mb: number | null;
                        temp_c: number | null;
                        uptime_s: number | null;
                    }[];
                    has_more: boolean;
                };
            };
            "GET /gateways/{id}": {
                answer: {
                    agent_version: string | null;
                    bench: boolean;
                    clock: string | null;
                    doors: {
                        door: number;
                        id: number;
                        name: string;
                    }[];
                    faults: {
                        door: number;
                        error: string;
                        lock: {
                            id: number;
                            name: string;
                        };
                        since: string | null;
                        terminal: "contact" | "exit_button" | "strike" | "hold";
                    }[];
                    faulty_doors: number;
                    health: components["schemas"]["GatewayHealth"] | null;
                    id: string;
                    journal_depth: number | null;
                    last_heard_at: string | null;
                    location: {
                        id: number;
                        name: string;
                    };
                    locks: number;
                    lost_records: number;
                    name: string;
                    online: boolean | null;
                    online_since: string | null;
                    pairing: {
                        expires_at: string | null;
                        paired_at: string | null;
                        state: "none" | "open" | "over" | "paired";
                        unit: {
                            agent: string;
                            doors: {
                                door: number;
                                name: string;
                            }[];
                            host: string;
                        } | null;
                    };
                    presence: {
                        at: string;
                        online: boolean;
                    }[];
                    quarantined: number;
                    ref: string;
                    revoked_at: string | null;
                    rss_mb: number | null;
                    set_aside: {
                        count: number;
                        last_at: string;
                        reason: string;
                    }[];
                    temp_c: number | null;
                    uptime_s: number | null;
                };
            };
            "GET /groups": {
                answer: {
                    data: {
                        code: string;
                        directory: boolean;
                        doors: number;
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                    }[];
                    has_more: boolean;
                };
            };
            "GET /groups/{id}": {
                answer: {
                    code: string;
                    counts: {
                        keys: number;
                        keys_alone: number;
                        people: number;
                    };
                    directory: boolean;
                    door_list: {
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        place: string;
                    }[];
                    doors: number;
                    id: number;
                    location: {
                        id: number;
                        name: string;
                    };
                    name: string;
                };
            };
            "GET /groups/{id}/access": {
                answer: {
                    at: string;
                    count: number;
                    groups: {
                        code: string;
                        id: number;
                        name: string;
                    }[];
                    has_more_than_counted: boolean;
                    keys: {
                        expires_at: string | null;
                        groups: number[];
                        handed_over_at: string | null;
                        id: number;
                        name: string;
                        person: {
                            email: string;
                            id: string;
                            name: string;
                        } | null;
                        returned_at: string | null;
                        starts_at: string;
                        verdict: "opens" | "not_handed_over" | "returned" | "not_yet" | "expired";
                    }[];
                    next_before: number | null;
                };
            };
            "GET /holidays": {
                answer: {
                    attribution: {
                        licence: string;
                        text: string;
                        url: string;
                    };
                    countries: {
                        code: string;
                        name: string;
                    }[];
                    days: {
                        date: string;
                        name: string;
                    }[];
                    regions: {
                        code: string;
                        name: string;
                    }[];
                };
            };
            "GET /invitations": {
                answer: {
                    data: components["schemas"]["Invitation"][];
                    next_cursor: string | null;
                };
            };
            "GET /invitations/{id}": {
                answer: components["schemas"]["Invitation"];
            };
            "GET /key-counts": {
                answer: {
                    all: number;
                    ended: number;
                    ending: number;
                    ending_within_days: number;
                    in_use: number;
                    not_activated: number;
                    unused: number;
                    unused_after_days: number;
                };
            };
            "GET /key-review": {
                answer: {
                    data: {
                        created_at: string;
                        expires_at: string | null;
                        handed_over_at: string | null;
                        id: number;
                        invitation: {
                            id: number;
                            state: "pending" | "activated" | "expired" | "cancelled";
                        } | null;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        person: {
                            email: string;
                            id: string;
                            name: string;
                        } | null;
                        returned_at: string | null;
                        security_groups: string[];
                        starts_at: string;
                        state: ("handed_over" | "returned") | null;
                        updated_at: string;
                        used_at: string | null;
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /keys": {
                answer: {
                    data: components["schemas"]["Key"][];
                    next_cursor: string | null;
                };
            };
            "GET /keys/{id}": {
                answer: components["schemas"]["Key"];
            };
            "GET /locations": {
                answer: {
                    data: {
                        address: string;
                        depth: number;
                        id: number;
                        lock_count: number;
                        name: string;
                        parent_id: number | null;
                        timezone: string;
                    }[];
                };
            };
            "GET /locations/{id}": {
                answer: {
                    address: string;
                    below: {
                        doors: number;
                        locations: number;
                        people: number;
                        scheduled: number;
                    };
                    here: {
                        api_keys: number;
                        colleagues: number;
                        doors: number;
                        gateways: number;
                        groups: number;
                        keys: number;
                        locations: number;
                        people: number;
                        webhooks: number;
                    };
                    id: number;
                    is_own: boolean;
                    move: {
                        api_keys_gained: number;
                        api_keys_lost: number;
                        colleagues_gained: number;
                        colleagues_lost: number;
                        webhooks_gained: number;
                        webhooks_lost: number;
                    } | null;
                    name: string;
                    parent_id: number | null;
                    timezone: string;
                };
            };
            "GET /locations/{id}/plan": {
                answer: {
                    plan: {
                        changed_at: string;
                        changed_by: string;
                        doors: {
                            lock_id: number;
                            x: number;
                            y: number;
                        }[];
                        image: {
                            height: number;
                            type: "image/png" | "image/jpeg" | "image/webp";
                            width: number;
                        };
                        location: {
                            id: number;
                            name: string;
                        };
                        version: number;
                    } | null;
                };
            };
            "GET /locations/{id}/plan/image": Record<string, never>;
            "GET /locations/{id}/plan/past": {
                answer: {
                    at: string;
                    doors: {
                        door: "open" | "closed" | "unknown";
                        forced: boolean;
                        held_open: boolean | "unknown";
                        left_open: boolean;
                        lock_id: number;
                        online: boolean | "unknown";
                    }[];
                };
            };
            "GET /locking-system": {
                answer: {
                    condition: {
                        breaker: "closed" | "open" | "trying";
                        failures: number;
                        fault: string | null;
                        url: string;
                        wait_ms: number | null;
                    } | null;
                    feed: {
                        cursor: string;
                        due_at: string | null;
                        failures: number;
                        fault: string | null;
                        read_at: string | null;
                    } | null;
                    kind: "builtin" | "http";
                    locks: number;
                    open_doors: number;
                };
            };
            "GET /locks": {
                answer: {
                    data: components["schemas"]["Lock"][];
                    next_cursor: string | null;
                };
            };
            "GET /locks/{id}": {
                answer: components["schemas"]["Lock"];
            };
            "GET /locks/{id}/commands/{command_id}": {
                answer: components["schemas"]["Command"];
            };
            "GET /noise": {
                answer: {
                    data: {
                        causes: {
                            cause: "press_after" | "slow_exit" | "bounce" | "just_past" | "daily";
                            count: number;
                        }[];
                        forced: number;
                        id: number;
                        left_open: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        nuisance: number;
                        place: string;
                        waiting: number;
                    }[];
                    days: number;
                };
            };
            "GET /organisation": {
                answer: {
                    language: string;
                };
            };
            "GET /outbox": {
                answer: {
                    data: {
                        attempt: number;
                        channel: string;
                        created_at: string;
                        id: string;
                        kind: string;
                        last_error: string | null;
                        next_attempt_at: string | null;
                        sent_at: string | null;
                        setup_link: string | null;
                        status: string;
                        subject: string | null;
                        text: string | null;
                        to: string;
                    }[];
                };
            };
            "GET /overview": {
                answer: {
                    alarms: {
                        contact: {
                            online: boolean;
                            since: string | null;
                            state: "open" | "closed" | "unknown";
                        };
                        ended_at: string | null;
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                        occurred_at: string;
                        person: {
                            id: string;
                            name: string;
                        } | null;
                        type: "door.forced" | "door.left_open" | "lock.maintenance.ended";
                        why: {
                            exit: {
                                age_ms: number;
                                held: boolean;
                                released_ms: number | null;
                            } | null;
                            kind: "unlocked" | "exit_button" | "held_open" | "forced" | "not_judged" | "found_open" | "found_closed" | "left_open" | "clock" | "said";
                            notes: ("gap" | "unread" | "release" | "test" | "maintenance")[];
                            reported_at: string | null;
                            said: string | null;
                            unlock_ms: number | null;
                            window_ms: number;
                        } | null;
                    }[];
                    heard: {
                        count: number;
                        process: string;
                    };
                    locks: components["schemas"]["Lock"][];
                };
            };
            "GET /people": {
                answer: {
                    data: components["schemas"]["Person"][];
                    next_cursor: string | null;
                };
            };
            "GET /people-count": {
                answer: {
                    count: number;
                };
            };
            "GET /people-export": Record<string, never>;
            "GET /people-review": {
                answer: {
                    data: {
                        came_at: string | null;
                        company_name: string;
                        email: string;
                        id: string;
                        keys: number;
                        language: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        managed: boolean;
                        name: string;
                        phone: string;
                        title: string;
                    }[];
                    next_cursor: string | null;
                };
            };
            "GET /people/{id}": {
                answer: components["schemas"]["Person"];
            };
            "GET /people/{id}/access": {
                answer: {
                    at: string;
                    doors: {
                        groups: number[];
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        place: string;
                    }[];
                    groups: {
                        code: string;
                        id: number;
                        name: string;
                    }[];
                    keys: {
                        expires_at: string | null;
                        groups: number[];
                        handed_over_at: string | null;
                        id: number;
                        name: string;
                        person: {
                            email: string;
                            id: string;
                            name: string;
                        } | null;
                        returned_at: string | null;
                        starts_at: string;
                        verdict: "opens" | "not_handed_over" | "returned" | "not_yet" | "expired";
                    }[];
                };
            };
            "GET /people/{id}/key-marks": {
                answer: {
                    begins_blocks: number[];
                    from_directory: number[];
                    holds_doors: number[];
                };
            };
            "GET /people/{id}/notices": {
                answer: {
                    data: {
                        channel: "email" | "sms";
                        created_at: string;
                        invitation_id: number;
                        last_error: string | null;
                        next_attempt_at: string | null;
                        sent_at: string | null;
                        status: "pending" | "retrying" | "held" | "sent" | "failed" | "withdrawn";
                    }[];
                };
            };
            "GET /people/{id}/phones": {
                answer: {
                    data: {
                        bound_at: string;
                        id: string;
                        keys: {
                            id: number;
                            name: string;
                        }[];
                        last_seen_at: string;
                        user_agent: string;
                    }[];
                };
            };
            "GET /search": {
                answer: {
                    event: {
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        lock: {
                            id: number;
                            name: string;
                            place: string;
                        };
                        occurred_at: string;
                        type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
                    } | null;
                    gateways: {
                        id: string;
                        location_name: string;
                        name: string;
                        online: boolean | null;
                    }[];
                    people: {
                        email: string;
                        id: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        phone: string;
                    }[];
                };
            };
            "GET /security_groups": {
                answer: {
                    data: components["schemas"]["SecurityGroup"][];
                    next_cursor: string | null;
                };
            };
            "GET /session": {
                answer: {
                    first_run: boolean;
                    openid: {
                        available: boolean;
                        label: string;
                    } | null;
                    service_name: string;
                    user: {
                        account: {
                            id: number;
                            name: string;
                        };
                        email: string;
                        generated_until: string | null;
                        has_password: boolean;
                        id: string;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        role: "owner" | "manager" | "viewer";
                    } | null;
                };
            };
            "GET /session/openid/callback": Record<string, never>;
            "GET /sessions": {
                answer: {
                    data: {
                        address: string;
                        created_at: string;
                        expires_at: string;
                        id: string;
                        is_this: boolean;
                        last_seen_at: string;
                        user_agent: string;
                    }[];
                };
            };
            "GET /stream": {
                streams: {
                    alarms?: Record<string, never>;
                    locks?: components["schemas"]["Lock"][];
                    resync?: {
                        heard?: {
                            count: number;
                            process: string;
                        };
                    };
                };
            };
            "GET /visitor-groups": {
                answer: {
                    codes: string[];
                };
            };
            "GET /visitors": {
                answer: {
                    data: {
                        came_at: string | null;
                        ended_at: string | null;
                        groups: string[];
                        host: string;
                        id: number;
                        is_pending: boolean;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        person_id: string | null;
                        starts_at: string;
                        state: "expected" | "came" | "ended";
                        until: string;
                    }[];
                    day: string;
                    has_more: boolean;
                };
            };
            "GET /webhook-inbox": {
                answer: {
                    requests: {
                        body: string | null;
                        headers: {
                            [key: string]: string;
                        };
                        id: number;
                        method: string;
                        received_at: string;
                        steps: {
                            name: string;
                            ok: boolean;
                            text: string;
                        }[];
                        webhook: {
                            id: string;
                            name: string;
                        } | null;
                    }[];
                    url: string;
                };
            };
            "GET /webhooks": {
                answer: {
                    data: components["schemas"]["WebhookSubscription"][];
                    next_cursor: string | null;
                };
            };
            "GET /webhooks/{id}": {
                answer: components["schemas"]["WebhookSubscription"];
            };
            "GET /webhooks/{id}/deliveries": {
                answer: {
                    data: components["schemas"]["WebhookDelivery"][];
                    next_cursor: string | null;
                };
            };
            "GET /webhooks/{id}/pause": {
                answer: {
                    data: {
                        automatic: boolean;
                        missed: {
                            count: number;
                            is_cut: boolean;
                            type: string;
                        }[];
                        paused_at: string;
                        resumed_at: string | null;
                    } | null;
                };
            };
            "GET /weekly-report": {
                answer: {
                    chosen: {
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        hour: number;
                    } | null;
                    email: string;
                    location: string;
                    sends_mail: boolean;
                    timezone: string;
                };
            };
            "GET /weekly-report/mail": Record<string, never>;
            "PATCH /account/passkeys/{id}": {
                body: {
                    name: string;
                };
            };
            "PATCH /colleagues/{id}": {
                body: {
                    location_id?: number;
                    role?: "owner" | "manager" | "viewer";
                };
            };
            "PATCH /doors/{id}/set-up": {
                answer: {
                    counts: {
                        api_keys: number;
                        groups: number;
                        keys: number;
                        schedule_entries: number;
                        webhooks: number;
                    };
                    door: number | null;
                    gateway: {
                        id: string;
                        name: string;
                    } | null;
                    id: number;
                    left_open_seconds: number;
                    location: {
                        id: number;
                        name: string;
                    };
                    move: {
                        api_keys_gained: number;
                        api_keys_lost: number;
                        colleagues_gained: number;
                        colleagues_lost: number;
                        webhooks_gained: number;
                        webhooks_lost: number;
                    } | null;
                    name: string;
                    of_site_file: string[];
                    place: string;
                    strike_seconds: number;
                    type: string;
                    wired: {
                        contact: boolean;
                        exit_button: boolean;
                        hold_relay: boolean;
                    };
                };
                body: {
                    door?: number;
                    gateway_id?: string;
                    left_open_seconds?: number;
                    location_id?: number;
                    name?: string;
                    place?: string;
                    strike_seconds?: number;
                };
            };
            "PATCH /groups/{id}": {
                body: {
                    add_doors?: number[];
                    name?: string;
                    remove_doors?: number[];
                };
            };
            "PATCH /keys/{id}": {
                answer: components["schemas"]["Key"];
                body: {
                    expires_at?: string | null;
                    name?: string;
                    security_groups?: string[];
                    starts_at?: string;
                };
            };
            "PATCH /locations/{id}": {
                body: {
                    address?: string;
                    name?: string;
                    parent_id?: number;
                    timezone?: string;
                };
            };
            "PATCH /webhooks/{id}": {
                answer: components["schemas"]["WebhookSubscription"];
                body: {
                    description?: string;
                    events?: ("*" | "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended")[];
                    format?: "service" | "standard";
                    heartbeat_minutes?: number | null;
                    location_ids?: number[];
                    lock_ids?: number[];
                    status?: "active" | "paused";
                    url?: string;
                };
            };
            "POST /account/browsers": {
                answer: {
                    id: string;
                };
                body: {
                    auth: string;
                    endpoint: string;
                    p256dh: string;
                };
            };
            "POST /account/browsers/{id}/test": {
                answer: {
                    answer: string;
                    ok: boolean;
                };
                body: {
                    language: string;
                };
            };
            "POST /account/passkeys": {
                answer: {
                    id: string;
                };
                body: {
                    name: string;
                    passkey: {
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            attestationObject: string;
                            clientDataJSON: string;
                            transports?: string[];
                        } & {
                            [key: string]: unknown;
                        };
                        type: "public-key";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            "POST /account/passkeys/options": {
                answer: {
                    challenge: string;
                } & {
                    [key: string]: unknown;
                };
                body: Record<string, never>;
            };
            "POST /alarm-channels": {
                answer: {
                    id: string;
                    secret: string | null;
                };
                body: {
                    address: string;
                    kind: "email" | "sms" | "webhook" | "slack" | "teams";
                    language: string;
                    name: string;
                };
            };
            "POST /alarm-channels/{id}/test": {
                answer: {
                    answer: string;
                    ok: boolean;
                };
                body: Record<string, never>;
            };
            "POST /alarm-contact/test": {
                answer: {
                    answer: string;
                    ok: boolean;
                };
                body: {
                    by: "email" | "sms";
                };
            };
            "POST /alarm-rules": {
                answer: {
                    id: string;
                };
                body: {
                    hours: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        to: string;
                    }[];
                    kinds: ("forced" | "left_open" | "offline" | "fault")[];
                    location_id: number;
                    lock_ids: number[];
                    name: string;
                    per_hour: number;
                    quiet: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        to: string;
                    }[];
                    steps: {
                        after_s: number;
                        to: ({
                            kind: "duty";
                        } | {
                            id: string;
                            kind: "user";
                        } | {
                            id: string;
                            kind: "channel";
                        })[];
                    }[];
                };
            };
            "POST /alarms/acknowledge": {
                body: {
                    event_ids: number[];
                    is_real?: boolean;
                    note?: string;
                };
            };
            "POST /api-keys": {
                answer: {
                    expires_at: string;
                    id: number;
                    name: string;
                    token: string;
                };
                body: {
                    expires_in_days?: number;
                    lock_ids?: number[];
                    name: string;
                    scopes: ("catalog:read" | "people:read" | "people:write" | "keys:read" | "keys:write" | "locks:control" | "events:read" | "webhooks:manage")[];
                };
            };
            "POST /calendars": {
                answer: {
                    id: string;
                };
                body: {
                    location_id: number;
                    name: string;
                };
            };
            "POST /calendars/{id}/preview": {
                answer: {
                    days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        name: string;
                        source: "hand" | "file" | "holiday";
                    }[];
                    doors: number;
                    overlaps: {
                        data: {
                            blocks: {
                                first_person_in: boolean;
                                from: string;
                                to: string;
                            }[];
                            date: string;
                            differs: boolean;
                            door_names: string[];
                            doors: number;
                            loses: {
                                kind: "door" | "calendar";
                                name: string;
                            }[];
                            wins: {
                                kind: "door" | "calendar";
                                name: string;
                            }[];
                        }[];
                        total: number;
                    };
                };
                body: {
                    holidays: {
                        country: string;
                        region: string | null;
                    } | null;
                    locations: number[];
                    locks: number[];
                    name: string;
                    set_days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[] | null;
                        date: string;
                        name: string;
                        uid: string | null;
                    }[];
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
            };
            "POST /colleague-invitations": {
                answer: {
                    id: string;
                };
                body: {
                    email: string;
                    language?: string;
                    location_id: number;
                    role: "owner" | "manager" | "viewer";
                };
            };
            "POST /colleague-invitations/{id}/resend": {
                body: Record<string, never>;
            };
            "POST /door-tests/{report}/photos": {
                answer: {
                    id: string;
                };
                body: {
                    image: string;
                };
            };
            "POST /doors": {
                answer: {
                    id: number;
                };
                body: {
                    door: number;
                    gateway_id: string;
                    left_open_seconds?: number;
                    location_id: number;
                    name: string;
                    place: string;
                    strike_seconds?: number;
                };
            };
            "POST /doors/{id}/reader": {
                answer: {
                    door: "closed" | "open" | "left_open";
                    granted: boolean | null;
                    reason: ("no_access" | "outside_time_window" | "unknown_key") | null;
                };
                body: {
                    act: "present";
                    key_id: number | null;
                } | {
                    act: "close";
                } | {
                    act: "leave_open";
                };
            };
            "POST /doors/{id}/schedule/overlaps": {
                answer: {
                    data: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        differs: boolean;
                        door_names: string[];
                        doors: number;
                        loses: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                        wins: {
                            kind: "door" | "calendar";
                            name: string;
                        }[];
                    }[];
                    total: number;
                };
                body: {
                    exceptions: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    }[];
                };
            };
            "POST /doors/{id}/schedule/preview": {
                answer: {
                    days: {
                        before: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[] | null;
                        blocks: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[];
                        clock_change: {
                            at: string;
                            minutes: number;
                        } | null;
                        date: string;
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        ends_at: string;
                        is_exception: boolean;
                        starts_at: string;
                    }[];
                    effect: {
                        has_hold_relay: boolean;
                        held_after: boolean;
                        held_before: boolean;
                        is_waiting: boolean;
                        online: boolean;
                        override: ("stay_open" | "closed") | null;
                        until: string | null;
                    };
                };
                body: {
                    exceptions: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    }[];
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
            };
            "POST /first-run": {
                answer: {
                    id: string;
                };
                body: {
                    code: string;
                    email: string;
                    location: string;
                    name: string;
                    organisation: string;
                    password: string;
                    timezone: string;
                };
            };
            "POST /first-run/demo": {
                answer: {
                    email: string;
                    password: string;
                };
                body: {
                    code: string;
                };
            };
            "POST /gateways/{id}/pair": {
                answer: {
                    code: string;
                    expires_at: string;
                    gateway_id: string;
                    url: string | null;
                };
                body: Record<string, never>;
            };
            "POST /gateways/pair": {
                answer: {
                    code: string;
                    expires_at: string;
                    gateway_id: string;
                    url: string | null;
                };
                body: {
                    name: string;
                };
            };
            "POST /groups": {
                answer: {
                    id: number;
                };
                body: {
                    code: string;
                    location_id: number;
                    name: string;
                };
            };
            "POST /invitations/{id}/resend": {
                answer: components["schemas"]["Invitation"];
            };
            "POST /join": {
                body: {
                    name: string;
                    passkey?: {
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            attestationObject: string;
                            clientDataJSON: string;
                            transports?: string[];
                        } & {
                            [key: string]: unknown;
                        };
                        type: "public-key";
                    } & {
                        [key: string]: unknown;
                    };
                    password?: string;
                    token: string;
                };
            };
            "POST /join/look": {
                answer: {
                    email: string;
                    invited_by: string;
                    link_expires_at: string;
                    location: string;
                    organisation: string;
                    role: "owner" | "manager" | "viewer";
                    state: "pending" | "accepted" | "expired" | "withdrawn" | "taken";
                };
                body: {
                    token: string;
                };
            };
            "POST /join/passkey-options": {
                answer: {
                    challenge: string;
                } & {
                    [key: string]: unknown;
                };
                body: {
                    name: string;
                    token: string;
                };
            };
            "POST /keys": {
                answer: components["schemas"]["Key"];
                body: {
                    channel: "sms" | "email" | "both";
                    expires_at?: string | null;
                    name: string;
                    person_id: string;
                    security_groups: string[];
                    starts_at?: string;
                };
            };
            "POST /keys/{id}/hand-over": {
                answer: components["schemas"]["Key"];
                body: Record<string, never>;
            };
            "POST /keys/{id}/invitations": {
                answer: components["schemas"]["Invitation"];
                body: {
                    channel?: "sms" | "email" | "both";
                };
            };
            "POST /keys/{id}/return": {
                answer: components["schemas"]["Key"];
                body: Record<string, never>;
            };
            "POST /locations": {
                answer: {
                    id: number;
                };
                body: {
                    address?: string;
                    name: string;
                    parent_id: number;
                    timezone: string;
                };
            };
            "POST /locations/{id}/emergency": {
                answer: components["schemas"]["Emergency"];
                body: {
                    drill?: boolean;
                    mode: "lockdown" | "evacuation" | "none";
                    reason: string;
                };
            };
            "POST /locks/{id}/door-mode": {
                answer: components["schemas"]["Command"];
                body: {
                    expires_at?: string | null;
                    mode: "stay_open";
                } | {
                    mode: "auto";
                } | {
                    mode: "closed";
                };
            };
            "POST /locks/{id}/unlock": {
                answer: components["schemas"]["Command"];
                body: {
                    reason?: string;
                };
            };
            "POST /people": {
                answer: components["schemas"]["Person"];
                body: {
                    company_name?: string;
                    email?: string;
                    language?: string;
                    location_id?: number;
                    name: string;
                    phone?: string;
                    title?: string;
                };
            };
            "POST /people-bulk/give": {
                answer: {
                    data: {
                        id: string;
                        message: string | null;
                        name: string;
                        outcome: "done" | "unchanged" | "refused";
                    }[];
                };
                body: {
                    ids: string[];
                    key: {
                        channel: "email" | "sms" | "both" | "reachable";
                        expires_at?: string | null;
                        name: string;
                        security_groups: string[];
                        starts_at?: string;
                    };
                };
            };
            "POST /people-bulk/move": {
                answer: {
                    data: {
                        id: string;
                        message: string | null;
                        name: string;
                        outcome: "done" | "unchanged" | "refused";
                    }[];
                };
                body: {
                    ids: string[];
                    location_id: number;
                };
            };
            "POST /people-bulk/take-back": {
                answer: {
                    data: {
                        id: string;
                        message: string | null;
                        name: string;
                        outcome: "done" | "unchanged" | "refused";
                    }[];
                };
                body: {
                    ids: string[];
                };
            };
            "POST /people-import": {
                answer: {
                    data: {
                        email: string;
                        faults: {
                            code: string;
                            field: string;
                            message: string;
                        }[];
                        key_id: number | null;
                        outcome: "create" | "exists" | "before" | "refused";
                        person: {
                            id: string;
                            name: string;
                        } | null;
                        phone: string;
                    }[];
                };
                body: {
                    key: {
                        channel: "sms" | "email" | "both";
                        expires_at?: string | null;
                        for_existing: boolean;
                        name: string;
                        security_groups: string[];
                    } | null;
                    rows: {
                        copy: number;
                        fields: {
                            [key: string]: string | number;
                        };
                    }[];
                };
            };
            "POST /people-import/preview": {
                answer: {
                    data: {
                        email: string;
                        faults: {
                            code: string;
                            field: string;
                            message: string;
                        }[];
                        key_id: number | null;
                        outcome: "create" | "exists" | "before" | "refused";
                        person: {
                            id: string;
                            name: string;
                        } | null;
                        phone: string;
                    }[];
                };
                body: {
                    key: {
                        channel: "sms" | "email" | "both";
                        expires_at?: string | null;
                        for_existing: boolean;
                        name: string;
                        security_groups: string[];
                    } | null;
                    rows: {
                        copy: number;
                        fields: {
                            [key: string]: string | number;
                        };
                    }[];
                };
            };
            "POST /reset": {
                body: {
                    password: string;
                    token: string;
                };
            };
            "POST /reset/ask": {
                answer: Record<string, never>;
                body: {
                    email: string;
                    language?: string;
                };
            };
            "POST /reset/look": {
                answer: {
                    email: string;
                    state: "pending" | "used" | "expired";
                };
                body: {
                    token: string;
                };
            };
            "POST /session": {
                body: {
                    email: string;
                    password: string;
                };
            };
            "POST /session/openid": {
                answer: {
                    url: string | null;
                };
                body: Record<string, never>;
            };
            "POST /session/passkey": {
                body: {
                    passkey: {
                        authenticatorAttachment?: string | null;
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            authenticatorData: string;
                            clientDataJSON: string;
                            signature: string;
                            userHandle?: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                        type: "public-key";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            "POST /session/passkey-options": {
                answer: {
                    challenge: string;
                } & {
                    [key: string]: unknown;
                };
                body: Record<string, never>;
            };
            "POST /visitors": {
                answer: {
                    id: number;
                    link: {
                        expires_at: string;
                        url: string;
                    } | null;
                    person: {
                        id: string;
                        name: string;
                    };
                    until: string;
                };
                body: {
                    channel: "email" | "sms" | "shown";
                    email?: string;
                    name: string;
                    phone?: string;
                    security_groups: string[];
                    until: string;
                };
            };
            "POST /visitors/{id}/link": {
                answer: {
                    expires_at: string;
                    url: string;
                };
                body: Record<string, never>;
            };
            "POST /webhooks": {
                answer: components["schemas"]["WebhookSubscriptionWithSecret"];
                body: {
                    description?: string;
                    events: ("*" | "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended")[];
                    format?: "service" | "standard";
                    heartbeat_minutes?: number | null;
                    location_ids?: number[];
                    lock_ids?: number[];
                    url: string;
                };
            };
            "POST /webhooks/{id}/deliveries/{delivery_id}/redeliver": {
                answer: components["schemas"]["WebhookDelivery"];
            };
            "POST /webhooks/{id}/ping": {
                answer: components["schemas"]["WebhookDelivery"];
            };
            "POST /webhooks/{id}/rotate-secret": {
                answer: components["schemas"]["WebhookSubscriptionWithNewSecret"];
            };
            "POST /weekly-report/send": {
                answer: {
                    to: string;
                };
                body: Record<string, never>;
            };
            "PUT /account/password": {
                body: {
                    current?: string;
                    password: string;
                };
            };
            "PUT /alarm-contact": {
                body: {
                    by_email: boolean;
                    by_sms: boolean;
                    language: string;
                    phone: string;
                };
            };
            "PUT /alarm-rules/{id}": {
                body: {
                    hours: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        to: string;
                    }[];
                    kinds: ("forced" | "left_open" | "offline" | "fault")[];
                    location_id: number;
                    lock_ids: number[];
                    name: string;
                    per_hour: number;
                    quiet: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        to: string;
                    }[];
                    steps: {
                        after_s: number;
                        to: ({
                            kind: "duty";
                        } | {
                            id: string;
                            kind: "user";
                        } | {
                            id: string;
                            kind: "channel";
                        })[];
                    }[];
                };
            };
            "PUT /alarm-rules/{id}/mute": {
                body: {
                    until: string | null;
                };
            };
            "PUT /alarms/{id}/assignee": {
                body: {
                    user_id: string | null;
                };
            };
            "PUT /calendars/{id}": {
                answer: {
                    changed: {
                        at: string;
                        by: string;
                    };
                    days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                        name: string;
                        source: "hand" | "file" | "holiday";
                    }[];
                    doors: number;
                    holidays: {
                        country: string;
                        region: string | null;
                    } | null;
                    id: string;
                    location: {
                        id: number;
                        name: string;
                    };
                    locations: {
                        id: number;
                        name: string;
                    }[];
                    locks: {
                        id: number;
                        location: {
                            id: number;
                            name: string;
                        };
                        name: string;
                        place: string;
                    }[];
                    name: string;
                    set_days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[] | null;
                        date: string;
                        name: string;
                        uid: string | null;
                    }[];
                    today: string;
                    version: string;
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
                body: {
                    holidays: {
                        country: string;
                        region: string | null;
                    } | null;
                    locations: number[];
                    locks: number[];
                    name: string;
                    set_days: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[] | null;
                        date: string;
                        name: string;
                        uid: string | null;
                    }[];
                    version: string;
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
            };
            "PUT /doors/{id}/schedule": {
                answer: {
                    changed: {
                        at: string;
                        by: string;
                    } | null;
                    days: {
                        before: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[] | null;
                        blocks: {
                            ends_at: string;
                            first_person_in: boolean;
                            from: string;
                            goes_on: boolean;
                            is_rest: boolean;
                            starts_at: string;
                            to: string;
                        }[];
                        clock_change: {
                            at: string;
                            minutes: number;
                        } | null;
                        date: string;
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        ends_at: string;
                        is_exception: boolean;
                        starts_at: string;
                    }[];
                    has_hold_relay: boolean;
                    is_of_site_file: boolean;
                    local_time: string;
                    lock: {
                        id: number;
                        name: string;
                        place: string;
                    };
                    offset: string;
                    schedule: ({
                        days: string[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    } | {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    })[];
                    timezone: string;
                    toggle_policy: "none" | "manager_keys" | "all_keys";
                    version: string;
                };
                body: {
                    exceptions: {
                        blocks: {
                            first_person_in: boolean;
                            from: string;
                            to: string;
                        }[];
                        date: string;
                    }[];
                    toggle_policy: "none" | "manager_keys" | "all_keys";
                    version: string;
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        first_person_in: boolean;
                        from: string;
                        to: string;
                    }[];
                };
            };
            "PUT /duty-rotas/{id}": {
                body: {
                    overrides: {
                        ends_at: string;
                        starts_at: string;
                        user_id: string;
                    }[];
                    weekly: {
                        days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                        from: string;
                        to: string;
                        user_id: string;
                    }[];
                };
            };
            "PUT /keys/{id}/begins-blocks": {
                body: {
                    begins_blocks: boolean;
                };
            };
            "PUT /keys/{id}/holds-doors": {
                body: {
                    holds_doors: boolean;
                };
            };
            "PUT /locations/{id}/plan/doors": {
                body: {
                    doors: {
                        lock_id: number;
                        x: number;
                        y: number;
                    }[];
                    version: number;
                };
            };
            "PUT /locations/{id}/plan/image": {
                body: {
                    height: number;
                    image: string;
                    width: number;
                };
            };
            "PUT /locks/{id}/maintenance": {
                answer: components["schemas"]["Lock"];
                body: {
                    reason: string;
                    until: string;
                };
            };
            "PUT /organisation/language": {
                body: {
                    language: "en" | "fi" | "sv" | "de";
                };
            };
            "PUT /people/{id}": {
                answer: components["schemas"]["Person"];
                body: {
                    company_name?: string;
                    email?: string;
                    language?: string;
                    location_id?: number;
                    name?: string;
                    phone?: string;
                    title?: string;
                };
            };
            "PUT /weekly-report": {
                body: {
                    chosen: {
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        hour: number;
                    } | null;
                };
            };
        };
        SecurityGroup: {
            code: string;
            directory: boolean;
            location: {
                id: number;
                name: string;
            };
            lock_count: number;
            name: string;
        };
        WebhookDelivery: {
            attempt: number;
            created_at: string;
            delivered_at: string | null;
            event_id: string;
            event_type: string;
            id: string;
            last_error: string | null;
            next_attempt_at: string | null;
            payload: {
                [key: string]: unknown;
            };
            response_status: number | null;
            status: "pending" | "retrying" | "delivered" | "exhausted" | "failed";
            subscription_id: string;
        };
        WebhookSubscription: {
            created_at: string;
            description: string;
            events: string[];
            failing_since: string | null;
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            id: string;
            last_delivery_at: string | null;
            location_ids: number[];
            lock_ids: number[];
            status: "active" | "paused";
            url: string;
        };
        WebhookSubscriptionWithNewSecret: {
            created_at: string;
            description: string;
            events: string[];
            failing_since: string | null;
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            id: string;
            last_delivery_at: string | null;
            location_ids: number[];
            lock_ids: number[];
            previous_secret_until: string;
            secret: string;
            status: "active" | "paused";
            url: string;
        };
        WebhookSubscriptionWithSecret: {
            created_at: string;
            description: string;
            events: string[];
            failing_since: string | null;
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            id: string;
            last_delivery_at: string | null;
            location_ids: number[];
            lock_ids: number[];
            secret: string;
            status: "active" | "paused";
            url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};

export type Routes = components['schemas']['Routes'];
