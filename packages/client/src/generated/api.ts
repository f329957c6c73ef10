// Generated from openapi.json by "node scripts/client.mjs write"; not edited by hand.

export interface paths {
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened, in the order in which it was recorded
         * @description A reader that goes on from `next_cursor` sees each change once and misses none, also those that a gateway delivers late. `person.*` needs `people:read` besides, `key.*` needs `keys:read`; without it they are left out. With `Accept: text/event-stream` the same comes as server-sent events: `id` is the cursor, `event` the type, `data` the change.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["get_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/door_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List door and presence events
         * @description Lets a subscriber that was paused catch up on alarms, each with the reason for its verdict.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["get_door_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emergencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emergencies and drills, newest first
         * @description A page may be shorter than its limit where emergencies have many doors.
         *
         *     Needs the scope `locks:control` or `events:read`.
         */
        get: operations["get_emergencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emergencies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an emergency with its doors, waiting until all are accounted for if asked to
         * @description Needs the scope `locks:control` or `events:read`.
         */
        get: operations["get_emergencies_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access events
         * @description Returns `access.granted`, `access.denied`, `door.closed` and `door.left_open`.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gateways and how they are, newest first
         * @description Needs the scope `catalog:read`.
         */
        get: operations["get_gateways"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations, newest first
         * @description Needs the scope `keys:read` or `keys:write`.
         */
        get: operations["get_invitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one invitation
         * @description Needs the scope `keys:read` or `keys:write`.
         */
        get: operations["get_invitations_by_id"];
        put?: never;
        post?: never;
        /**
         * Cancel an invitation
         * @description Needs the scope `keys:write`.
         */
        delete: operations["delete_invitations_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the invitation again, with a new link
         * @description The link before is dead at once. Emits no second `key.issued`.
         *
         *     Needs the scope `keys:write`.
         */
        post: operations["post_invitations_by_id_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys, newest first
         * @description Needs the scope `keys:read` or `keys:write`.
         */
        get: operations["get_keys"];
        put?: never;
        /**
         * Issue a key and send its invitation
         * @description Sends an invitation by SMS, e-mail or both on every call. The key is in use once the recipient activates the link: `key.activated`.
         *
         *     Needs the scope `keys:write`.
         */
        post: operations["post_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one key
         * @description Needs the scope `keys:read` or `keys:write`.
         */
        get: operations["get_keys_by_id"];
        put?: never;
        post?: never;
        /**
         * Take a key back
         * @description The key becomes `returned` and its pending invitation is cancelled. One returned before stays as it is.
         *
         *     Needs the scope `keys:write`.
         */
        delete: operations["delete_keys_by_id"];
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description Changes the fields given, at least one. A returned key cannot be changed.
         *
         *     Needs the scope `keys:write`.
         */
        patch: operations["patch_keys_by_id"];
        trace?: never;
    };
    "/locations/{id}/emergency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin or end a lockdown or an evacuation at a location and below
         * @description `lockdown` lets go of all holds and refuses remote unlocks and door modes; `evacuation` holds every door that has a hold relay, and outranks a lockdown at, above or below its location; `none` ends what is in force at this very location. Exit buttons, mechanical egress and readers of the locking system are not touched. 202 where it begins, 200 where that mode is in force already and for `none`. The API key must control every remote lock at the location and below.
         *
         *     Needs the scope `locks:control`.
         */
        post: operations["post_locations_by_id_emergency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locks, newest first
         * @description Needs the scope `catalog:read`.
         */
        get: operations["get_locks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one lock
         * @description Needs the scope `catalog:read`.
         */
        get: operations["get_locks_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks/{id}/commands/{command_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a command, waiting for its end if asked to
         * @description Needs the scope `locks:control`.
         */
        get: operations["get_locks_by_id_commands_by_command_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks/{id}/door-mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold a door open, let it follow its schedule, or keep it closed
         * @description `stay_open` holds until `expires_at`, or until ended; `auto` clears an override and follows the schedule; `closed` ends any hold, and the rest of the current schedule block with it.
         *
         *     Needs the scope `locks:control`.
         */
        post: operations["post_locks_by_id_door_mode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks/{id}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mute the alarms of a remote lock for the time that someone works on it
         * @description Until `until`, at most 24 hours away, `door.forced` and `door.left_open` of the lock raise no alarm and are not sent to webhooks; they are recorded as usual, and `GET /changes` marks them `muted`. `lock.maintenance.started` and `lock.maintenance.ended` are sent in their place; the latter says what was muted. Asked for again, it goes on until the new time.
         *
         *     Needs the scope `locks:control`.
         */
        put: operations["put_locks_by_id_maintenance"];
        post?: never;
        /**
         * End the maintenance of a lock before its time
         * @description Where none is in force, nothing changes.
         *
         *     Needs the scope `locks:control`.
         */
        delete: operations["delete_locks_by_id_maintenance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locks/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock a remote lock for its strike time
         * @description The command expires 10 seconds after the request. With `wait` the answer comes once the door has confirmed or failed; otherwise follow the command with `GET /locks/{id}/commands/{command_id}`. One that the device never confirms emits `unlock.failed`.
         *
         *     Needs the scope `locks:control`.
         */
        post: operations["post_locks_by_id_unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description Needs no API key.
         */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people, newest first
         * @description Needs the scope `people:read` or `people:write`.
         */
        get: operations["get_people"];
        put?: never;
        /**
         * Create a person, or find the one with this phone and e-mail
         * @description Where every identifier given (phone, e-mail) is that of one person already there, the answer is 200 with that person as it is.
         *
         *     Needs the scope `people:write`.
         */
        post: operations["post_people"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one person
         * @description Needs the scope `people:read` or `people:write`.
         */
        get: operations["get_people_by_id"];
        /**
         * Change a person
         * @description Changes the fields given, at least one, and leaves the rest.
         *
         *     Needs the scope `people:write`.
         */
        put: operations["put_people_by_id"];
        post?: never;
        /**
         * Delete a person, taking all keys back first
         * @description Needs the scope `people:write`.
         */
        delete: operations["delete_people_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List security groups, newest first
         * @description Needs the scope `catalog:read`.
         */
        get: operations["get_security_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of the service, and of the gateways of the key
         * @description Needs the scope `catalog:read` or `people:read` or `people:write` or `keys:read` or `keys:write` or `locks:control` or `events:read` or `webhooks:manage`.
         */
        get: operations["get_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook subscriptions
         * @description Of the API key's location and its descendants, newest first.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["get_webhooks"];
        put?: never;
        /**
         * Create a webhook subscription
         * @description Receives events of the API key's location and its descendants. A location holds at most five active ones. The `secret` in the answer is shown only once.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["post_webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook subscription
         * @description Needs the scope `webhooks:manage`.
         */
        get: operations["get_webhooks_by_id"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook subscription
         * @description Deliveries that wait fail, and the location may have another active subscription.
         *
         *     Needs the scope `webhooks:manage`.
         */
        delete: operations["delete_webhooks_by_id"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a webhook subscription
         * @description Changes the fields given, at least one. Pausing fails the deliveries that wait; resuming clears the failure streak. The secret stays as it is.
         *
         *     Needs the scope `webhooks:manage`.
         */
        patch: operations["patch_webhooks_by_id"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Of one subscription, newest first.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["get_webhooks_by_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Makes a new delivery of the same event, whatever became of the original, with the whole retry ladder before it. Its `event_id` is the original delivery's id.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["post_webhooks_by_id_deliveries_by_delivery_id_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a ping now
         * @description One attempt, waited for: the answer shows what the url answered. Works on a paused subscription, and changes neither its status nor its failure streak.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["post_webhooks_by_id_ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook subscription a new secret
         * @description For 24 hours each delivery has two signatures in its header, `t=…,v1=…,v1=…`: of the new secret, then of the previous one. A receiver that accepts a delivery if any `v1` is right can change its secret at any time in between. A second rotation ends the older of the two at once. The `secret` in the answer is shown only once.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["post_webhooks_by_id_rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "access.denied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A lock refused a key; `reason` is `no_access`, `outside_time_window`, `unknown_key` or null. */
        post: operations["webhook_access_denied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key opened a lock. */
        post: operations["webhook_access_granted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "door.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A lock reported the door closed; person and key are those of the access that opened it. */
        post: operations["webhook_door_closed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "door.exit_button": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The exit button of a remote lock was pressed. */
        post: operations["webhook_door_exit_button"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "door.forced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The door opened with no unlock and no exit press in the 10 seconds before, while not held open. Sent in addition to `door.opened`; `explanation` gives the evidence. */
        post: operations["webhook_door_forced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "door.left_open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** No close came after an opening: not confirmed closed, and no proof that the door stands open. */
        post: operations["webhook_door_left_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "door.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The door contact of a remote lock opened. */
        post: operations["webhook_door_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "emergency.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** It has ended, by `none` or as another one took its place. */
        post: operations["webhook_emergency_ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "emergency.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A lockdown, an evacuation or a drill began; `counts` are those of the beginning, as doors have yet to answer. */
        post: operations["webhook_emergency_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sent every `heartbeat_minutes` of the subscription; never subscribed to. */
        post: operations["webhook_heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key was handed over. Reconcile on `key.id`, which equals `id`. */
        post: operations["webhook_key_activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invitation was sent: not the key in use yet. */
        post: operations["webhook_key_issued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key was returned or deleted. */
        post: operations["webhook_key_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.hold_open.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The hold relay was switched off. */
        post: operations["webhook_lock_hold_open_ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.hold_open.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A hold was never confirmed, or the unit went offline while held; `details.reason` is `timeout` (with `attempts`) or `offline`. */
        post: operations["webhook_lock_hold_open_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.hold_open.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The hold relay was switched on. */
        post: operations["webhook_lock_hold_open_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.maintenance.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** It has ended, by a person, a program, or its time (`actor` null). `details.muted` counts what was not sent meanwhile; `left_open`: a left-open door that was muted is still open. */
        post: operations["webhook_lock_maintenance_ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.maintenance.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Maintenance of a lock began, or goes on until another time, `details.until`: until its end no `door.forced` and no `door.left_open` of the lock is sent to webhooks. */
        post: operations["webhook_lock_maintenance_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.offline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A remote lock stopped being reachable; one event for each lock of the gateway. */
        post: operations["webhook_lock_offline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lock.online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A remote lock became reachable; one event for each lock of the gateway. */
        post: operations["webhook_lock_online"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person was created. */
        post: operations["webhook_person_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person was deleted, soft or hard. */
        post: operations["webhook_person_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A name, e-mail, phone, company, title or language changed. */
        post: operations["webhook_person_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asked for by `POST /webhooks/{id}/ping`; never subscribed to. */
        post: operations["webhook_ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "unlock.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A remote unlock was ordered and never confirmed; `reason` is `timed_out`, `device_missing`, `publish_failed` or `device_error`. */
        post: operations["webhook_unlock_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccessEvent: {
            api_key: {
                id: number;
                name: string;
            } | null;
            /** @description Of `access.granted` and `unlock.failed`: the unlock command that it came from, if any. */
            command_id?: string | null;
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
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            reason: string | null;
            /** @enum {string} */
            result: "success" | "denied";
            /** @description The locking system's name, `app` or `device`. */
            source: string;
            /** @enum {string} */
            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open";
        };
        AccessEventData: {
            api_key: {
                id: number;
                name: string;
            } | null;
            /** @description Of `access.granted` and `unlock.failed`: the unlock command that it came from, if any. */
            command_id?: string | null;
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
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            reason: string | null;
            /** @enum {string} */
            result: "success" | "denied";
            /** @description The locking system's name, `app` or `device`. */
            source: string;
            /** @enum {string} */
            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed";
        };
        Actor: {
            api_key: {
                id: number;
                name: string;
            } | null;
            /** @description Behind an arming by the app or the interface. */
            key: {
                id: number;
                name: string;
            } | null;
            person: null;
            /** @enum {string} */
            type: "user" | "manager" | "api_key";
        };
        Change: {
            /** @description The command that an `access.granted`, `unlock.failed` or `lock.hold_open.*` came from, if any. */
            command_id: string | null;
            /** @description Goes on behind this change. */
            cursor: string;
            /** @description As in the webhook of this type, with people's and locks' names as they are now. */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description The change's own, the same at each reading.
             */
            id: string;
            /**
             * @description An alarm of a lock under maintenance: no webhook was sent of it.
             * @constant
             */
            muted?: true;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            recorded_at: string;
            /** @enum {string} */
            type: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended";
        };
        Command: {
            api_key: {
                id: number;
                name: string;
            } | null;
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            expires_at: string;
            failed_at: string | null;
            /** Format: uuid */
            id: string;
            lock: {
                id: number;
                name: string;
                place: string;
            };
            reason: ("timed_out" | "device_missing" | "publish_failed" | "device_error") | null;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            requested_at: string;
            sent_at: string | null;
            /** @enum {string} */
            status: "pending" | "sent" | "confirmed" | "failed";
            /** @enum {string} */
            type: "unlock" | "door_mode";
        };
        DeviceEventData: {
            /** @description Of holds and maintenance alone; null for a schedule and an expiry. */
            actor: components["schemas"]["Actor"] | null;
            /** @description Of `lock.hold_open.*`: the command that it came from, if any. */
            command_id?: string | null;
            /** @description Empty except for a failed hold, and maintenance. */
            details: {
                [key: string]: unknown;
            };
            /** @description Of `door.forced`: the evidence, as in `GET /door_events`. */
            explanation?: {
                [key: string]: unknown;
            };
            location: {
                id: number;
                name: string;
            };
            lock: {
                id: number;
                name: string;
                place: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            /** @enum {string} */
            source: "device" | "exit_button" | "schedule" | "manager" | "app" | "api";
        };
        DoorEvent: {
            actor: {
                [key: string]: unknown;
            } | null;
            /** @description Of `lock.hold_open.*`: the command that it came from, if any. */
            command_id?: string | null;
            /** @description The same as in the webhook of the event. */
            details: {
                [key: string]: unknown;
            };
            /** @description Why an opening was judged as it was: `verdict`, `text`, and the evidence. `reported_at` is the time by the clock of the gateway, if that was in the future; `occurred_at` is then the time of receipt. */
            explanation: {
                [key: string]: unknown;
            } | null;
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
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            online?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            since?: string;
            source: string;
            /** @enum {string} */
            type: "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline";
        };
        Emergency: {
            actor: components["schemas"]["Actor"];
            counts: {
                confirmed: number;
                pending: number;
                refused: number;
                unreachable: number;
            };
            /** @description Every remote lock at the location and below. */
            doors: {
                confirmed_at: string | null;
                lock: {
                    id: number;
                    name: string;
                    place: string;
                };
                reason: ("offline" | "no_hold_relay" | "device_error" | "timed_out") | null;
                /**
                 * @description In an emergency that another outranks at the door, `pending`. `unreachable` and `refused` may still become `confirmed`, except in a drill for a gateway that is offline.
                 * @enum {string}
                 */
                state: "confirmed" | "pending" | "unreachable" | "refused";
            }[];
            drill: boolean;
            ended_at: string | null;
            /** Format: uuid */
            id: string;
            location: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            mode: "lockdown" | "evacuation";
            reason: string;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            started_at: string;
        };
        EmergencyData: {
            actor: components["schemas"]["Actor"];
            counts: {
                confirmed: number;
                pending: number;
                refused: number;
                unreachable: number;
            };
            drill: boolean;
            ended_at: string | null;
            /** Format: uuid */
            id: string;
            location: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            mode: "lockdown" | "evacuation";
            reason: string;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            started_at: string;
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "invalid_request" | "unauthenticated" | "insufficient_scope" | "not_available" | "forbidden" | "lock_not_allowed" | "outside_time_window" | "hold_not_allowed" | "not_found" | "cursor_expired" | "locksys_rejected" | "invitation_not_pending" | "idempotency_conflict" | "idempotency_in_progress" | "subscription_paused" | "lock_not_remote" | "lock_offline" | "emergency" | "no_emergency" | "validation_failed" | "entitlement_exceeded" | "rate_limited" | "server_error" | "publish_failed";
                /** @description Present only for `validation_failed`. */
                details?: {
                    /** @enum {string} */
                    code: "invalid" | "unknown_field" | "reserved_name" | "unknown_security_group" | "sms_disabled" | "limit_reached";
                    /** @description Where in the body, such as `security_groups[0]`; empty for the body as a whole. */
                    field: string;
                    message: string;
                }[];
                message: string;
                /** @description Present only for `cursor_expired`: lies before the oldest change that is kept. */
                oldest_cursor?: string;
            };
        };
        Gateway: {
            agent_version: string | null;
            /** @description As last reported; null if the agent reports none. A field is null if its value is not known. */
            health: components["schemas"]["GatewayHealth"] | null;
            /** Format: uuid */
            id: string;
            /** @description Records that wait to be acknowledged, as of the last heartbeat. */
            journal_depth: number | null;
            last_seen_at: string | null;
            location: {
                id: number;
                name: string;
            };
            /** @description Its locks at the API key's location and below it. */
            locks: number[];
            name: string;
            online: boolean;
            /** @description Since when it has been online or offline; null if it was never connected. */
            online_since: string | null;
        };
        GatewayHealth: {
            /** @description At most 100. */
            boards: {
                error: string | null;
                id: string;
                ok: boolean;
            }[];
            cert_expires_at: string | null;
            cpu_temp_c: number | null;
            disk_free_mb: number | null;
            /** @description The disk refuses writes: records are kept in memory only. */
            disk_refuses: boolean | null;
            /** @description Whether the process runs that ends a strike pulse if the agent fails. */
            guard_alive: boolean | null;
            ntp_synced: boolean | null;
            undervoltage: boolean | null;
        };
        HeartbeatData: {
            /** @description When to expect the next one. */
            interval_minutes: number;
        };
        Invitation: {
            activated_at: string | null;
            cancelled_at: string | null;
            /**
             * @description `shown`: sent to no one, but shown on a screen to a visitor.
             * @enum {string}
             */
            channel: "sms" | "email" | "both" | "shown";
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The key's; of a key without an end, the link's.
             * @example 2026-01-07T06:00:00.000Z
             */
            expires_at: string;
            id: number;
            key: {
                id: number;
                name: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            link_expires_at: string;
            /** @description Null once erased. */
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            resend_count: number;
            security_groups: string[];
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            sent_at: string;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            starts_at: string;
            /** @enum {string} */
            state: "pending" | "activated" | "expired" | "cancelled";
        };
        Key: {
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            handed_over_at: string | null;
            id: number;
            invitation: {
                id: number;
                /** @enum {string} */
                state: "pending" | "activated" | "expired" | "cancelled";
            } | null;
            location: {
                id: number;
                name: string;
            };
            name: string;
            /** @description Null once erased. */
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            returned_at: string | null;
            security_groups: string[];
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            starts_at: string;
            /** @description Null until it is first handed over. */
            state: ("handed_over" | "returned") | null;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            updated_at: string;
        };
        KeyEventData: {
            /** @description Of the key. */
            id: number;
            key: {
                id: number;
                name: string;
                /** @enum {string} */
                state: "handed_over" | "returned";
            };
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            occurred_at: string;
            /** @description Null once erased. */
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            /** @enum {string} */
            type: "key.activated" | "key.revoked";
        };
        KeyIssuedData: {
            /**
             * @description `shown`: sent to no one, but shown on a screen to a visitor.
             * @enum {string}
             */
            channel: "sms" | "email" | "both" | "shown";
            /**
             * Format: date-time
             * @description The key's end; of a key without one, the link's.
             * @example 2026-01-07T06:00:00.000Z
             */
            expires_at: string;
            invitation_id: number;
            /** @description Null once erased. */
            person: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            security_groups: string[];
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            starts_at: string;
        };
        Lock: {
            /** @description While the contact of the door is wired and cannot be read: why, in words. */
            contact_fault?: string;
            door_mode: {
                expires_at: string | null;
                /** @enum {string} */
                mode: "auto" | "stay_open" | "closed";
                source: ("schedule" | "override") | null;
            } | null;
            /**
             * @description `unknown`: never heard, or its contact cannot be read.
             * @enum {string}
             */
            door_state: "open" | "closed" | "unknown";
            /**
             * @description The emergency that rules the door, if any.
             * @enum {string}
             */
            emergency?: "lockdown" | "evacuation";
            features: {
                door_contact: boolean;
                exit_button: boolean;
                forced_open_detection: boolean;
                hold_relay: boolean;
                remote_unlock: boolean;
            };
            /** @description The last confirmed state of the hold relay. */
            hold_open: boolean;
            id: number;
            location: {
                id: number;
                name: string;
            };
            /**
             * Format: date-time
             * @description While the door is under maintenance, and its alarms are muted: until when.
             * @example 2026-01-07T06:00:00.000Z
             */
            maintenance_until?: string;
            name: string;
            /** @description Null for a lock of the locking system. */
            online: boolean | null;
            online_since: string | null;
            place: string;
            /** @enum {string} */
            type: "remote" | "locksys";
            /**
             * Format: date-time
             * @description While the door is under a guided test, which raises no alarm in the dashboard: until when.
             * @example 2026-01-07T06:00:00.000Z
             */
            under_test_until?: string;
        };
        Person: {
            company_name: string;
            email: string;
            /** Format: uuid */
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
        PersonDeletedData: {
            email: string;
            /** Format: uuid */
            id: string;
            location: {
                id: number;
                name: string;
            };
            name: string;
        };
        PersonUpdatedData: {
            changed_fields: ("name" | "email" | "phone" | "company_name" | "title" | "language")[];
            company_name: string;
            email: string;
            /** Format: uuid */
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
        PingData: {
            /** @constant */
            message: "pong";
        };
        PresenceEventData: {
            location: {
                id: number;
                name: string;
            };
            lock: {
                id: number;
                name: string;
                place: string;
            };
            online: boolean;
            /**
             * Format: date-time
             * @description Of the change.
             * @example 2026-01-07T06:00:00.000Z
             */
            since: string;
        };
        SecurityGroup: {
            /** @description Unique at its location. */
            code: string;
            /** @description A directory says over SCIM who is in it, and what its name is. */
            directory: boolean;
            location: {
                id: number;
                name: string;
            };
            /** @description Of the locks at the API key's location and below it. */
            lock_count: number;
            name: string;
        };
        WebhookDelivery: {
            /** @description Attempts made so far. */
            attempt: number;
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            /** @description Of the source event; of a redelivery, the original delivery. */
            event_id: string;
            event_type: string;
            /**
             * Format: uuid
             * @description Stable across retries; the `id` of the envelope.
             */
            id: string;
            last_error: string | null;
            next_attempt_at: string | null;
            /** @description `data` of the envelope. */
            payload: {
                [key: string]: unknown;
            };
            response_status: number | null;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "exhausted" | "failed";
            /** Format: uuid */
            subscription_id: string;
        };
        WebhookSubscription: {
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            description: string;
            events: string[];
            /** @description Start of the current failure streak. */
            failing_since: string | null;
            /** @enum {string} */
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            /** Format: uuid */
            id: string;
            /** @description When something was last delivered. */
            last_delivery_at: string | null;
            /** @description Of these locations and below; empty beside empty `lock_ids`: of all. */
            location_ids: number[];
            /** @description Of these locks alone; empty: of all, see `location_ids`. */
            lock_ids: number[];
            /** @enum {string} */
            status: "active" | "paused";
            url: string;
        };
        WebhookSubscriptionWithNewSecret: {
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            description: string;
            events: string[];
            /** @description Start of the current failure streak. */
            failing_since: string | null;
            /** @enum {string} */
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            /** Format: uuid */
            id: string;
            /** @description When something was last delivered. */
            last_delivery_at: string | null;
            /** @description Of these locations and below; empty beside empty `lock_ids`: of all. */
            location_ids: number[];
            /** @description Of these locks alone; empty: of all, see `location_ids`. */
            lock_ids: number[];
            /**
             * Format: date-time
             * @description Until then deliveries are signed with the previous secret too.
             * @example 2026-01-07T06:00:00.000Z
             */
            previous_secret_until: string;
            /** @description Signs every delivery. Shown here only, and never again. */
            secret: string;
            /** @enum {string} */
            status: "active" | "paused";
            url: string;
        };
        WebhookSubscriptionWithSecret: {
            /**
             * Format: date-time
             * @example 2026-01-07T06:00:00.000Z
             */
            created_at: string;
            description: string;
            events: string[];
            /** @description Start of the current failure streak. */
            failing_since: string | null;
            /** @enum {string} */
            format: "service" | "standard";
            heartbeat_minutes: number | null;
            /** Format: uuid */
            id: string;
            /** @description When something was last delivered. */
            last_delivery_at: string | null;
            /** @description Of these locations and below; empty beside empty `lock_ids`: of all. */
            location_ids: number[];
            /** @description Of these locks alone; empty: of all, see `location_ids`. */
            lock_ids: number[];
            /** @description Signs every delivery. Shown here only, and never again. */
            secret: string;
            /** @enum {string} */
            status: "active" | "paused";
            url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Present when this is the stored answer to an earlier request. */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
        /** @description Requests allowed a minute: the API key's; of `POST /keys`, the limiter's closest to exhaustion; in a 429, the limiter's that refused. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the current window. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until the window rolls. */
        "X-RateLimit-Reset": number;
        /** @description Names the request in the service's log: the id that the request brings in this header where that is a UUID, else a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_changes: {
        parameters: {
            query?: {
                /** @description A cursor of an earlier answer; `now`: from this moment on; left out: from the oldest change that is kept. */
                after?: string;
                limit?: number;
                /** @description One or more event names separated by commas. */
                types?: string;
                /** @description Seconds: with nothing new, the answer waits for so long. */
                wait?: number;
            };
            header?: {
                /** @description Of a stream alone: the `id` of the last event that was read. It comes before `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cursor": "kq3V8ZfP0m2cXw1yJt5bLls0MTIsMTc2Nzc2NTMwMjAwMCwxXQ",
                     *           "id": "5b0e6c1d-93a2-8f47-8c1d-2e3f4a5b6c7d",
                     *           "type": "lock.online",
                     *           "occurred_at": "2026-01-07T06:15:01.982Z",
                     *           "recorded_at": "2026-01-07T06:15:02.000Z",
                     *           "data": {
                     *             "lock": {
                     *               "id": 41,
                     *               "name": "Main entrance",
                     *               "place": "Ground floor"
                     *             },
                     *             "location": {
                     *               "id": 3,
                     *               "name": "HQ"
                     *             },
                     *             "online": true,
                     *             "since": "2026-01-07T06:15:01.982Z"
                     *           },
                     *           "command_id": null
                     *         }
                     *       ],
                     *       "next_cursor": "kq3V8ZfP0m2cXw1yJt5bLls0MTIsMTc2Nzc2NTMwMjAwMCwxXQ",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Change"][];
                        has_more: boolean;
                        /** @description What to ask with next. */
                        next_cursor: string;
                    };
                    "text/event-stream": string;
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `cursor_expired`: Changes behind this cursor are not kept any more; go on from `oldest_cursor`, and read the present state of what you keep. */
            410: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_door_events: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
                lock_id?: number;
                /** @description `asc`: oldest first, for backfill. */
                order?: "desc" | "asc";
                person_id?: string;
                /** @description Only events from this time on. */
                since?: string;
                /** @description One or more event names separated by commas. */
                type?: string;
                /** @description Only events before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 184470,
                     *           "type": "door.forced",
                     *           "occurred_at": "2026-01-07T22:41:10.500Z",
                     *           "lock": {
                     *             "id": 41,
                     *             "name": "Main entrance",
                     *             "place": "Ground floor"
                     *           },
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "source": "device",
                     *           "actor": null,
                     *           "details": {},
                     *           "explanation": {
                     *             "verdict": "forced",
                     *             "text": "Opened with nothing in the last 10 s to explain it: the last confirmed unlock was 42.500 s before, no press of the exit button is known, and the door was not held open.",
                     *             "window_ms": 10000,
                     *             "unlock": {
                     *               "age_ms": 42500,
                     *               "clock": "monotonic",
                     *               "command_id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d"
                     *             },
                     *             "exit_button": null,
                     *             "held_open": false,
                     *             "evidence_incomplete": false
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DoorEvent"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_emergencies: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                     *           "mode": "lockdown",
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "reason": "Unknown person with a weapon in the yard",
                     *           "drill": false,
                     *           "started_at": "2026-01-07T06:15:01.950Z",
                     *           "ended_at": null,
                     *           "actor": {
                     *             "type": "api_key",
                     *             "person": null,
                     *             "key": null,
                     *             "api_key": {
                     *               "id": 7,
                     *               "name": "ERP"
                     *             }
                     *           },
                     *           "counts": {
                     *             "confirmed": 1,
                     *             "pending": 0,
                     *             "unreachable": 1,
                     *             "refused": 0
                     *           },
                     *           "doors": [
                     *             {
                     *               "lock": {
                     *                 "id": 41,
                     *                 "name": "Main entrance",
                     *                 "place": "Ground floor"
                     *               },
                     *               "state": "confirmed",
                     *               "reason": null,
                     *               "confirmed_at": "2026-01-07T06:15:02.011Z"
                     *             },
                     *             {
                     *               "lock": {
                     *                 "id": 42,
                     *                 "name": "Loading dock",
                     *                 "place": "Yard"
                     *               },
                     *               "state": "unreachable",
                     *               "reason": "offline",
                     *               "confirmed_at": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Emergency"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_emergencies_by_id: {
        parameters: {
            query?: {
                /** @description Seconds to wait until no door is `pending` any more. */
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                     *       "mode": "lockdown",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "reason": "Unknown person with a weapon in the yard",
                     *       "drill": false,
                     *       "started_at": "2026-01-07T06:15:01.950Z",
                     *       "ended_at": null,
                     *       "actor": {
                     *         "type": "api_key",
                     *         "person": null,
                     *         "key": null,
                     *         "api_key": {
                     *           "id": 7,
                     *           "name": "ERP"
                     *         }
                     *       },
                     *       "counts": {
                     *         "confirmed": 1,
                     *         "pending": 0,
                     *         "unreachable": 1,
                     *         "refused": 0
                     *       },
                     *       "doors": [
                     *         {
                     *           "lock": {
                     *             "id": 41,
                     *             "name": "Main entrance",
                     *             "place": "Ground floor"
                     *           },
                     *           "state": "confirmed",
                     *           "reason": null,
                     *           "confirmed_at": "2026-01-07T06:15:02.011Z"
                     *         },
                     *         {
                     *           "lock": {
                     *             "id": 42,
                     *             "name": "Loading dock",
                     *             "place": "Yard"
                     *           },
                     *           "state": "unreachable",
                     *           "reason": "offline",
                     *           "confirmed_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Emergency"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_events: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
                lock_id?: number;
                /** @description `asc`: oldest first, for backfill. */
                order?: "desc" | "asc";
                person_id?: string;
                /** @description Only events from this time on. */
                since?: string;
                /** @description One or more event names separated by commas. */
                type?: string;
                /** @description Only events before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 184467,
                     *           "type": "access.granted",
                     *           "occurred_at": "2026-01-07T06:15:01.982Z",
                     *           "result": "success",
                     *           "reason": null,
                     *           "source": "locksys",
                     *           "api_key": null,
                     *           "lock": {
                     *             "id": 41,
                     *             "name": "Main entrance",
                     *             "place": "Ground floor"
                     *           },
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "person": {
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "name": "Anna Aho",
                     *             "email": "anna@acme.example"
                     *           },
                     *           "key": {
                     *             "id": 9001,
                     *             "name": "Front doors"
                     *           },
                     *           "command_id": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccessEvent"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_gateways: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3e8c1f52-7a64-4d0b-9c1e-5f2a8b7d6c41",
                     *           "name": "HQ cabinet",
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "online": true,
                     *           "online_since": "2026-01-07T06:00:00.000Z",
                     *           "last_seen_at": "2026-01-07T06:14:58.000Z",
                     *           "agent_version": "1.2.0",
                     *           "journal_depth": 0,
                     *           "health": {
                     *             "disk_free_mb": 9120,
                     *             "disk_refuses": false,
                     *             "undervoltage": false,
                     *             "cpu_temp_c": 48.3,
                     *             "ntp_synced": true,
                     *             "guard_alive": true,
                     *             "boards": [
                     *               {
                     *                 "id": "usb-relay-1",
                     *                 "ok": false,
                     *                 "error": "no board at /dev/ttyUSB0"
                     *               }
                     *             ],
                     *             "cert_expires_at": null
                     *           },
                     *           "locks": [
                     *             41,
                     *             42
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Gateway"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_invitations: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                key_id?: number;
                limit?: number;
                person_id?: string;
                state?: "pending" | "activated" | "expired" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 77,
                     *           "state": "pending",
                     *           "channel": "sms",
                     *           "key": {
                     *             "id": 9001,
                     *             "name": "Front doors"
                     *           },
                     *           "person": {
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "name": "Anna Aho",
                     *             "email": "anna@acme.example"
                     *           },
                     *           "security_groups": [
                     *             "STAFF"
                     *           ],
                     *           "starts_at": "2026-01-07T06:00:00.000Z",
                     *           "expires_at": "2026-01-14T06:00:00.000Z",
                     *           "link_expires_at": "2026-01-14T06:00:00.000Z",
                     *           "sent_at": "2026-01-07T06:00:00.000Z",
                     *           "resend_count": 0,
                     *           "activated_at": null,
                     *           "cancelled_at": null,
                     *           "created_at": "2026-01-07T06:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_invitations_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 77,
                     *       "state": "pending",
                     *       "channel": "sms",
                     *       "key": {
                     *         "id": 9001,
                     *         "name": "Front doors"
                     *       },
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": "2026-01-14T06:00:00.000Z",
                     *       "link_expires_at": "2026-01-14T06:00:00.000Z",
                     *       "sent_at": "2026-01-07T06:00:00.000Z",
                     *       "resend_count": 0,
                     *       "activated_at": null,
                     *       "cancelled_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_invitations_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 77,
                     *       "state": "cancelled",
                     *       "channel": "sms",
                     *       "key": {
                     *         "id": 9001,
                     *         "name": "Front doors"
                     *       },
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": "2026-01-14T06:00:00.000Z",
                     *       "link_expires_at": "2026-01-14T06:00:00.000Z",
                     *       "sent_at": "2026-01-07T06:00:00.000Z",
                     *       "resend_count": 0,
                     *       "activated_at": null,
                     *       "cancelled_at": "2026-01-08T06:00:00.000Z",
                     *       "created_at": "2026-01-07T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_not_pending`: The invitation is not pending. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_invitations_by_id_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 77,
                     *       "state": "pending",
                     *       "channel": "sms",
                     *       "key": {
                     *         "id": 9001,
                     *         "name": "Front doors"
                     *       },
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": "2026-01-14T06:00:00.000Z",
                     *       "link_expires_at": "2026-01-14T06:00:00.000Z",
                     *       "sent_at": "2026-01-07T06:00:00.000Z",
                     *       "resend_count": 1,
                     *       "activated_at": null,
                     *       "cancelled_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invitation_not_pending`: The invitation is not pending. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. · `entitlement_exceeded`: The plan limit for phone keys is reached. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_keys: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
                person_id?: string;
                /** @description `none`: never handed over. */
                state?: "handed_over" | "returned" | "none";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 9001,
                     *           "name": "Front doors",
                     *           "state": null,
                     *           "person": {
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "name": "Anna Aho",
                     *             "email": "anna@acme.example"
                     *           },
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "security_groups": [
                     *             "STAFF"
                     *           ],
                     *           "starts_at": "2026-01-07T06:00:00.000Z",
                     *           "expires_at": null,
                     *           "handed_over_at": null,
                     *           "returned_at": null,
                     *           "created_at": "2026-01-07T06:00:00.000Z",
                     *           "updated_at": "2026-01-07T06:00:00.000Z",
                     *           "invitation": {
                     *             "id": 77,
                     *             "state": "pending"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours the same key with the same body is answered without running again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "person_id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *       "name": "Front doors",
                 *       "security_groups": [
                 *         "STAFF"
                 *       ],
                 *       "channel": "sms",
                 *       "starts_at": "2026-01-07T06:00:00.000Z",
                 *       "expires_at": null
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    channel: "sms" | "email" | "both";
                    /** @description Null, or left out: without an end. */
                    expires_at?: string | null;
                    name: string;
                    /** Format: uuid */
                    person_id: string;
                    /** @description Codes of the key's location. */
                    security_groups: string[];
                    /**
                     * Format: date-time
                     * @description Now when left out.
                     */
                    starts_at?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 9001,
                     *       "name": "Front doors",
                     *       "state": null,
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": null,
                     *       "handed_over_at": null,
                     *       "returned_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "updated_at": "2026-01-07T06:00:00.000Z",
                     *       "invitation": {
                     *         "id": 77,
                     *         "state": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different request. · `idempotency_in_progress`: The first call with this Idempotency-Key is still running; retry after 2 seconds. · `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. · `entitlement_exceeded`: The plan limit for phone keys is reached. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_keys_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 9001,
                     *       "name": "Front doors",
                     *       "state": null,
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": null,
                     *       "handed_over_at": null,
                     *       "returned_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "updated_at": "2026-01-07T06:00:00.000Z",
                     *       "invitation": {
                     *         "id": 77,
                     *         "state": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_keys_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 9001,
                     *       "name": "Front doors",
                     *       "state": "returned",
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": null,
                     *       "handed_over_at": null,
                     *       "returned_at": "2026-01-08T06:00:00.000Z",
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "updated_at": "2026-01-07T06:00:00.000Z",
                     *       "invitation": {
                     *         "id": 77,
                     *         "state": "cancelled"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_available`: Key revocation is not enabled on this server. */
            503: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_keys_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_at": "2026-06-30T21:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description Null takes the end away. */
                    expires_at?: string | null;
                    name?: string;
                    /** @description Codes of the key's location. */
                    security_groups?: string[];
                    /** Format: date-time */
                    starts_at?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 9001,
                     *       "name": "Front doors",
                     *       "state": null,
                     *       "person": {
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Anna Aho",
                     *         "email": "anna@acme.example"
                     *       },
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "security_groups": [
                     *         "STAFF"
                     *       ],
                     *       "starts_at": "2026-01-07T06:00:00.000Z",
                     *       "expires_at": "2026-06-30T21:00:00.000Z",
                     *       "handed_over_at": null,
                     *       "returned_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "updated_at": "2026-01-08T06:00:00.000Z",
                     *       "invitation": {
                     *         "id": 77,
                     *         "state": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. · `entitlement_exceeded`: The plan limit for phone keys is reached. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_locations_by_id_emergency: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours the same key with the same body is answered without running again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "lockdown",
                 *       "reason": "Unknown person with a weapon in the yard"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Asks every gateway for an answer, and moves no door.
                     * @default false
                     */
                    drill?: boolean;
                    /** @enum {string} */
                    mode: "lockdown" | "evacuation" | "none";
                    /** @description In your own words; shown to everyone who sees the emergency. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                     *       "mode": "lockdown",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "reason": "Unknown person with a weapon in the yard",
                     *       "drill": false,
                     *       "started_at": "2026-01-07T06:15:01.950Z",
                     *       "ended_at": null,
                     *       "actor": {
                     *         "type": "api_key",
                     *         "person": null,
                     *         "key": null,
                     *         "api_key": {
                     *           "id": 7,
                     *           "name": "ERP"
                     *         }
                     *       },
                     *       "counts": {
                     *         "confirmed": 1,
                     *         "pending": 0,
                     *         "unreachable": 1,
                     *         "refused": 0
                     *       },
                     *       "doors": [
                     *         {
                     *           "lock": {
                     *             "id": 41,
                     *             "name": "Main entrance",
                     *             "place": "Ground floor"
                     *           },
                     *           "state": "confirmed",
                     *           "reason": null,
                     *           "confirmed_at": "2026-01-07T06:15:02.011Z"
                     *         },
                     *         {
                     *           "lock": {
                     *             "id": 42,
                     *             "name": "Loading dock",
                     *             "place": "Yard"
                     *           },
                     *           "state": "unreachable",
                     *           "reason": "offline",
                     *           "confirmed_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Emergency"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                     *       "mode": "lockdown",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "reason": "Unknown person with a weapon in the yard",
                     *       "drill": false,
                     *       "started_at": "2026-01-07T06:15:01.950Z",
                     *       "ended_at": null,
                     *       "actor": {
                     *         "type": "api_key",
                     *         "person": null,
                     *         "key": null,
                     *         "api_key": {
                     *           "id": 7,
                     *           "name": "ERP"
                     *         }
                     *       },
                     *       "counts": {
                     *         "confirmed": 1,
                     *         "pending": 0,
                     *         "unreachable": 1,
                     *         "refused": 0
                     *       },
                     *       "doors": [
                     *         {
                     *           "lock": {
                     *             "id": 41,
                     *             "name": "Main entrance",
                     *             "place": "Ground floor"
                     *           },
                     *           "state": "confirmed",
                     *           "reason": null,
                     *           "confirmed_at": "2026-01-07T06:15:02.011Z"
                     *         },
                     *         {
                     *           "lock": {
                     *             "id": 42,
                     *             "name": "Loading dock",
                     *             "place": "Yard"
                     *           },
                     *           "state": "unreachable",
                     *           "reason": "offline",
                     *           "confirmed_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Emergency"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different request. · `idempotency_in_progress`: The first call with this Idempotency-Key is still running; retry after 2 seconds. · `no_emergency`: No emergency is in force at this very location; those above and below it are ended there. · `emergency`: An emergency is in force at the location or above it; end it first. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_locks: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
                location_id?: number;
                security_group?: string;
                type?: "remote" | "locksys";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 41,
                     *           "name": "Main entrance",
                     *           "place": "Ground floor",
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "type": "remote",
                     *           "online": true,
                     *           "online_since": "2026-01-07T06:00:00.000Z",
                     *           "door_state": "closed",
                     *           "hold_open": false,
                     *           "door_mode": {
                     *             "mode": "auto",
                     *             "source": "schedule",
                     *             "expires_at": null
                     *           },
                     *           "features": {
                     *             "remote_unlock": true,
                     *             "door_contact": true,
                     *             "exit_button": true,
                     *             "hold_relay": true,
                     *             "forced_open_detection": true
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Lock"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_locks_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "name": "Main entrance",
                     *       "place": "Ground floor",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "type": "remote",
                     *       "online": true,
                     *       "online_since": "2026-01-07T06:00:00.000Z",
                     *       "door_state": "closed",
                     *       "hold_open": false,
                     *       "door_mode": {
                     *         "mode": "auto",
                     *         "source": "schedule",
                     *         "expires_at": null
                     *       },
                     *       "features": {
                     *         "remote_unlock": true,
                     *         "door_contact": true,
                     *         "exit_button": true,
                     *         "hold_relay": true,
                     *         "forced_open_detection": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_locks_by_id_commands_by_command_id: {
        parameters: {
            query?: {
                /** @description Seconds to wait for `confirmed` or `failed` before answering. */
                wait?: number;
            };
            header?: never;
            path: {
                command_id: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d",
                     *       "type": "unlock",
                     *       "lock": {
                     *         "id": 41,
                     *         "name": "Main entrance",
                     *         "place": "Ground floor"
                     *       },
                     *       "status": "confirmed",
                     *       "reason": null,
                     *       "requested_at": "2026-01-07T06:15:01.950Z",
                     *       "sent_at": "2026-01-07T06:15:01.958Z",
                     *       "confirmed_at": "2026-01-07T06:15:02.011Z",
                     *       "failed_at": null,
                     *       "expires_at": "2026-01-07T06:15:11.950Z",
                     *       "api_key": {
                     *         "id": 7,
                     *         "name": "ERP"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Command"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_locks_by_id_door_mode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "stay_open",
                 *       "expires_at": "2026-01-07T10:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    expires_at?: string | null;
                    /** @constant */
                    mode: "stay_open";
                } | {
                    /** @constant */
                    mode: "auto";
                } | {
                    /** @constant */
                    mode: "closed";
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d",
                     *       "type": "door_mode",
                     *       "lock": {
                     *         "id": 41,
                     *         "name": "Main entrance",
                     *         "place": "Ground floor"
                     *       },
                     *       "status": "sent",
                     *       "reason": null,
                     *       "requested_at": "2026-01-07T06:15:01.950Z",
                     *       "sent_at": "2026-01-07T06:15:01.958Z",
                     *       "confirmed_at": null,
                     *       "failed_at": null,
                     *       "expires_at": "2026-01-07T06:15:21.950Z",
                     *       "api_key": {
                     *         "id": 7,
                     *         "name": "ERP"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Command"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `lock_not_remote`: The lock belongs to the locking system and cannot be opened over the network. · `emergency`: An emergency is in force at the location or above it; end it first. · `lock_offline`: The lock's device has not been heard from recently. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_locks_by_id_maintenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-01-07T08:15:00.000Z",
                 *       "reason": "New closer"
                 *     }
                 */
                "application/json": {
                    /** @description In your own words, for people. */
                    reason: string;
                    /** Format: date-time */
                    until: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "name": "Main entrance",
                     *       "place": "Ground floor",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "type": "remote",
                     *       "online": true,
                     *       "online_since": "2026-01-07T06:00:00.000Z",
                     *       "door_state": "closed",
                     *       "hold_open": false,
                     *       "door_mode": {
                     *         "mode": "auto",
                     *         "source": "schedule",
                     *         "expires_at": null
                     *       },
                     *       "features": {
                     *         "remote_unlock": true,
                     *         "door_contact": true,
                     *         "exit_button": true,
                     *         "hold_relay": true,
                     *         "forced_open_detection": true
                     *       },
                     *       "maintenance_until": "2026-01-07T08:15:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `lock_not_remote`: The lock belongs to the locking system and cannot be opened over the network. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_locks_by_id_maintenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "name": "Main entrance",
                     *       "place": "Ground floor",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       },
                     *       "type": "remote",
                     *       "online": true,
                     *       "online_since": "2026-01-07T06:00:00.000Z",
                     *       "door_state": "closed",
                     *       "hold_open": false,
                     *       "door_mode": {
                     *         "mode": "auto",
                     *         "source": "schedule",
                     *         "expires_at": null
                     *       },
                     *       "features": {
                     *         "remote_unlock": true,
                     *         "door_contact": true,
                     *         "exit_button": true,
                     *         "hold_relay": true,
                     *         "forced_open_detection": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `lock_not_remote`: The lock belongs to the locking system and cannot be opened over the network. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_locks_by_id_unlock: {
        parameters: {
            query?: {
                /** @description Seconds to wait for `confirmed` or `failed` before answering. */
                wait?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Courier at the door"
                 *     }
                 */
                "application/json": {
                    /** @description In your own words, for the audit log. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d",
                     *       "type": "unlock",
                     *       "lock": {
                     *         "id": 41,
                     *         "name": "Main entrance",
                     *         "place": "Ground floor"
                     *       },
                     *       "status": "sent",
                     *       "reason": null,
                     *       "requested_at": "2026-01-07T06:15:01.950Z",
                     *       "sent_at": "2026-01-07T06:15:01.958Z",
                     *       "confirmed_at": null,
                     *       "failed_at": null,
                     *       "expires_at": "2026-01-07T06:15:11.950Z",
                     *       "api_key": {
                     *         "id": 7,
                     *         "name": "ERP"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Command"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `lock_not_allowed`: The lock is not on the API key's list of locks. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `lock_not_remote`: The lock belongs to the locking system and cannot be opened over the network. · `emergency`: An emergency is in force at the location or above it; end it first. · `lock_offline`: The lock's device has not been heard from recently. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `publish_failed`: The command could not be handed to the device. */
            502: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_people: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                email?: string;
                limit?: number;
                location_id?: number;
                phone?: string;
                /** @description How the name begins, in any case. */
                q?: string;
                /** @description Words that must all occur in the name, the e-mail address or the phone; case and accents do not matter. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Anna Aho",
                     *           "email": "anna@acme.example",
                     *           "phone": "+358401234567",
                     *           "company_name": "Acme",
                     *           "title": "Caretaker",
                     *           "language": "fi",
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Person"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_people: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours the same key with the same body is answered without running again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Anna Aho",
                 *       "email": "anna@acme.example",
                 *       "phone": "+358401234567",
                 *       "company_name": "Acme",
                 *       "title": "Caretaker",
                 *       "language": "fi",
                 *       "location_id": 3
                 *     }
                 */
                "application/json": {
                    /** @default  */
                    company_name?: string;
                    /** Format: email */
                    email?: string;
                    /**
                     * @description BCP 47.
                     * @default
                     * @example fi
                     */
                    language?: string;
                    /** @description The API key's location or one below it. */
                    location_id?: number;
                    name: string;
                    /** @description International format with a leading `+`; kept as E.164. */
                    phone?: string;
                    /** @default  */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "name": "Anna Aho",
                     *       "email": "anna@acme.example",
                     *       "phone": "+358401234567",
                     *       "company_name": "Acme",
                     *       "title": "Caretaker",
                     *       "language": "fi",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "name": "Anna Aho",
                     *       "email": "anna@acme.example",
                     *       "phone": "+358401234567",
                     *       "company_name": "Acme",
                     *       "title": "Caretaker",
                     *       "language": "fi",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different request. · `idempotency_in_progress`: The first call with this Idempotency-Key is still running; retry after 2 seconds. · `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_people_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "name": "Anna Aho",
                     *       "email": "anna@acme.example",
                     *       "phone": "+358401234567",
                     *       "company_name": "Acme",
                     *       "title": "Caretaker",
                     *       "language": "fi",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_people_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Head caretaker",
                 *       "phone": "+358401234568"
                 *     }
                 */
                "application/json": {
                    company_name?: string;
                    /** Format: email */
                    email?: string;
                    /**
                     * @description BCP 47.
                     * @example fi
                     */
                    language?: string;
                    /** @description The API key's location or one below it. */
                    location_id?: number;
                    name?: string;
                    /** @description International format with a leading `+`; kept as E.164. */
                    phone?: string;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "name": "Anna Aho",
                     *       "email": "anna@acme.example",
                     *       "phone": "+358401234568",
                     *       "company_name": "Acme",
                     *       "title": "Head caretaker",
                     *       "language": "fi",
                     *       "location": {
                     *         "id": 3,
                     *         "name": "HQ"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `forbidden`: The person is managed by the service and cannot be modified. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_people_by_id: {
        parameters: {
            query?: {
                /** @description Erases personal data for good; keys, invitations and events stay without a person. */
                hard?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to return */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. · `forbidden`: The person is managed by the service and cannot be modified. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `locksys_rejected`: The locking system refused; nothing was saved. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_available`: Key revocation is not enabled on this server. */
            503: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_security_groups: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
                /** @description Only groups of exactly this location. */
                location_id?: number;
                /** @description Only groups that have this lock. */
                lock_id?: number;
                /** @description Part of the code or the name; case does not matter. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "code": "STAFF",
                     *           "name": "Staff",
                     *           "location": {
                     *             "id": 3,
                     *             "name": "HQ"
                     *           },
                     *           "lock_count": 12,
                     *           "directory": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SecurityGroup"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service": {
                     *         "version": "1.0.0",
                     *         "time": "2026-01-07T06:15:02.000Z"
                     *       },
                     *       "gateways": {
                     *         "total": 3,
                     *         "online": 2,
                     *         "offline": 1
                     *       },
                     *       "oldest_cursor": "kq3V8ZfP0m2cXw1yJt5bLls0MTIsMTc2Nzc2NTMwMjAwMCwxXQ",
                     *       "latest_cursor": "kq3V8ZfP0m2cXw1yJt5bLls0MTIsMTc2Nzc2NTMwMjAwMCwxXQ"
                     *     }
                     */
                    "application/json": {
                        gateways: {
                            offline: number;
                            online: number;
                            total: number;
                        };
                        /** @description Behind the newest change. */
                        latest_cursor: string;
                        /** @description Before the oldest change that is kept. */
                        oldest_cursor: string;
                        service: {
                            /**
                             * Format: date-time
                             * @example 2026-01-07T06:00:00.000Z
                             */
                            time: string;
                            version: string;
                        };
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *           "url": "https://hooks.example.com/doors",
                     *           "events": [
                     *             "access.granted",
                     *             "door.forced"
                     *           ],
                     *           "description": "Alarm desk",
                     *           "status": "active",
                     *           "format": "service",
                     *           "lock_ids": [],
                     *           "location_ids": [],
                     *           "heartbeat_minutes": null,
                     *           "failing_since": null,
                     *           "last_delivery_at": null,
                     *           "created_at": "2026-01-07T06:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookSubscription"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours the same key with the same body is answered without running again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/doors",
                 *       "events": [
                 *         "access.granted",
                 *         "door.forced"
                 *       ],
                 *       "description": "Alarm desk"
                 *     }
                 */
                "application/json": {
                    /** @default  */
                    description?: string;
                    /** @description `["*"]` for every type, or names of events; not both. */
                    events: ("*" | "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended")[];
                    /**
                     * @description `standard` adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, keyed with the bytes behind `whsec_`. Its libraries refuse a secret with `-` or `_`, as those made earlier may have: rotate it then.
                     * @default service
                     * @enum {string}
                     */
                    format?: "service" | "standard";
                    /**
                     * @description Minutes between two deliveries of the type `heartbeat`, while the subscription is active; null: none. None is made while the last one waits for its receiver.
                     * @default null
                     */
                    heartbeat_minutes?: number | null;
                    /** @description Only events of these locations and of all below them. With both lists, what either of them names; both empty: everything in the scope of the subscription. */
                    location_ids?: number[];
                    /** @description Only events of these locks: those of people and keys are none of them. With both lists, what either of them names; both empty: everything in the scope of the subscription. */
                    lock_ids?: number[];
                    /**
                     * Format: uri
                     * @description https:// and a public host; any port.
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "url": "https://hooks.example.com/doors",
                     *       "events": [
                     *         "access.granted",
                     *         "door.forced"
                     *       ],
                     *       "description": "Alarm desk",
                     *       "status": "active",
                     *       "format": "service",
                     *       "lock_ids": [],
                     *       "location_ids": [],
                     *       "heartbeat_minutes": null,
                     *       "failing_since": null,
                     *       "last_delivery_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscriptionWithSecret"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different request. · `idempotency_in_progress`: The first call with this Idempotency-Key is still running; retry after 2 seconds. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "url": "https://hooks.example.com/doors",
                     *       "events": [
                     *         "access.granted",
                     *         "door.forced"
                     *       ],
                     *       "description": "Alarm desk",
                     *       "status": "active",
                     *       "format": "service",
                     *       "lock_ids": [],
                     *       "location_ids": [],
                     *       "heartbeat_minutes": null,
                     *       "failing_since": null,
                     *       "last_delivery_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_webhooks_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to return */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_webhooks_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                "application/json": {
                    description?: string;
                    /** @description `["*"]` for every type, or names of events; not both. */
                    events?: ("*" | "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended")[];
                    /**
                     * @description `standard` adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, keyed with the bytes behind `whsec_`. Its libraries refuse a secret with `-` or `_`, as those made earlier may have: rotate it then.
                     * @enum {string}
                     */
                    format?: "service" | "standard";
                    /** @description Minutes between two deliveries of the type `heartbeat`, while the subscription is active; null: none. None is made while the last one waits for its receiver. */
                    heartbeat_minutes?: number | null;
                    /** @description Only events of these locations and of all below them. With both lists, what either of them names; both empty: everything in the scope of the subscription. */
                    location_ids?: number[];
                    /** @description Only events of these locks: those of people and keys are none of them. With both lists, what either of them names; both empty: everything in the scope of the subscription. */
                    lock_ids?: number[];
                    /** @enum {string} */
                    status?: "active" | "paused";
                    /**
                     * Format: uri
                     * @description https:// and a public host; any port.
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "url": "https://hooks.example.com/doors",
                     *       "events": [
                     *         "access.granted",
                     *         "door.forced"
                     *       ],
                     *       "description": "Alarm desk",
                     *       "status": "paused",
                     *       "format": "service",
                     *       "lock_ids": [],
                     *       "location_ids": [],
                     *       "heartbeat_minutes": null,
                     *       "failing_since": null,
                     *       "last_delivery_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_by_id_deliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; bound to the same filters. */
                cursor?: string;
                event_type?: "access.granted" | "access.denied" | "door.closed" | "door.left_open" | "unlock.failed" | "door.opened" | "door.forced" | "door.exit_button" | "lock.hold_open.started" | "lock.hold_open.ended" | "lock.hold_open.failed" | "lock.maintenance.started" | "lock.maintenance.ended" | "lock.online" | "lock.offline" | "key.activated" | "key.revoked" | "key.issued" | "person.created" | "person.updated" | "person.deleted" | "emergency.started" | "emergency.ended" | "ping" | "heartbeat";
                limit?: number;
                /** @description Created at or after this time. */
                since?: string;
                status?: "pending" | "retrying" | "delivered" | "exhausted" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0b9f6c1e-2d7a-4f5b-8c3e-9a1d2e3f4a5b",
                     *           "subscription_id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *           "event_type": "access.granted",
                     *           "event_id": "184467",
                     *           "status": "delivered",
                     *           "attempt": 1,
                     *           "response_status": 200,
                     *           "last_error": null,
                     *           "next_attempt_at": null,
                     *           "delivered_at": "2026-01-07T06:15:02.120Z",
                     *           "created_at": "2026-01-07T06:15:02.031Z",
                     *           "payload": {
                     *             "id": 184467,
                     *             "type": "access.granted",
                     *             "occurred_at": "2026-01-07T06:15:01.982Z",
                     *             "result": "success",
                     *             "reason": null,
                     *             "source": "app",
                     *             "api_key": {
                     *               "id": 7,
                     *               "name": "ERP"
                     *             },
                     *             "lock": {
                     *               "id": 41,
                     *               "name": "Main entrance",
                     *               "place": "Ground floor"
                     *             },
                     *             "location": {
                     *               "id": 3,
                     *               "name": "HQ"
                     *             },
                     *             "person": null,
                     *             "key": null
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_by_id_deliveries_by_delivery_id_redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c1f0e9d8-7b6a-4958-8a7b-6c5d4e3f2a1b",
                     *       "subscription_id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "event_type": "access.granted",
                     *       "event_id": "0b9f6c1e-2d7a-4f5b-8c3e-9a1d2e3f4a5b",
                     *       "status": "pending",
                     *       "attempt": 0,
                     *       "response_status": null,
                     *       "last_error": null,
                     *       "next_attempt_at": null,
                     *       "delivered_at": null,
                     *       "created_at": "2026-01-07T08:00:00.000Z",
                     *       "payload": {
                     *         "id": 184467,
                     *         "type": "access.granted",
                     *         "occurred_at": "2026-01-07T06:15:01.982Z",
                     *         "result": "success",
                     *         "reason": null,
                     *         "source": "app",
                     *         "api_key": {
                     *           "id": 7,
                     *           "name": "ERP"
                     *         },
                     *         "lock": {
                     *           "id": 41,
                     *           "name": "Main entrance",
                     *           "place": "Ground floor"
                     *         },
                     *         "location": {
                     *           "id": 3,
                     *           "name": "HQ"
                     *         },
                     *         "person": null,
                     *         "key": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `subscription_paused`: The subscription is paused; set its status to active first. */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_by_id_ping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f6c1e-2d7a-4f5b-8c3e-9a1d2e3f4a5b",
                     *       "subscription_id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "event_type": "ping",
                     *       "event_id": "0b9f6c1e-2d7a-4f5b-8c3e-9a1d2e3f4a5b",
                     *       "status": "delivered",
                     *       "attempt": 1,
                     *       "response_status": 200,
                     *       "last_error": null,
                     *       "next_attempt_at": null,
                     *       "delivered_at": "2026-01-07T06:15:02.120Z",
                     *       "created_at": "2026-01-07T06:15:02.031Z",
                     *       "payload": {
                     *         "message": "pong"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_by_id_rotate_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: within 24 hours the same key with the same body is answered without running again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10",
                     *       "url": "https://hooks.example.com/doors",
                     *       "events": [
                     *         "access.granted",
                     *         "door.forced"
                     *       ],
                     *       "description": "Alarm desk",
                     *       "status": "active",
                     *       "format": "service",
                     *       "lock_ids": [],
                     *       "location_ids": [],
                     *       "heartbeat_minutes": null,
                     *       "failing_since": null,
                     *       "last_delivery_at": null,
                     *       "created_at": "2026-01-07T06:00:00.000Z",
                     *       "secret": "whsec_…",
                     *       "previous_secret_until": "2026-01-08T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscriptionWithNewSecret"];
                };
            };
            /** @description `invalid_request`: The query or a route parameter is malformed. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthenticated`: Send a valid API key as "Authorization: Bearer <API_KEY>". */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this endpoint needs. · `not_available`: Reseller (platform-mode) accounts are not supported in v1. */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: No such resource. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The Idempotency-Key was used with a different request. · `idempotency_in_progress`: The first call with this Idempotency-Key is still running; retry after 2 seconds. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `validation_failed`: The body failed validation; see details. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: Too many requests; retry after the seconds in Retry-After. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `server_error`: Unexpected failure; retry with backoff. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    webhook_access_denied: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example access.denied
                 */
                "X-Service-Event": "access.denied";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "access.denied",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 184467,
                 *         "type": "access.denied",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "result": "denied",
                 *         "reason": "unknown_key",
                 *         "source": "locksys",
                 *         "api_key": null,
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "person": null,
                 *         "key": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["AccessEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "access.denied";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_access_granted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example access.granted
                 */
                "X-Service-Event": "access.granted";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "access.granted",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 184467,
                 *         "type": "access.granted",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "result": "success",
                 *         "reason": null,
                 *         "source": "locksys",
                 *         "api_key": null,
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "key": {
                 *           "id": 9001,
                 *           "name": "Front doors"
                 *         },
                 *         "command_id": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["AccessEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "access.granted";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_door_closed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example door.closed
                 */
                "X-Service-Event": "door.closed";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "door.closed",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 184467,
                 *         "type": "door.closed",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "result": "success",
                 *         "reason": null,
                 *         "source": "device",
                 *         "api_key": null,
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "key": {
                 *           "id": 9001,
                 *           "name": "Front doors"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["AccessEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "door.closed";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_door_exit_button: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example door.exit_button
                 */
                "X-Service-Event": "door.exit_button";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "door.exit_button",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "exit_button",
                 *         "actor": null,
                 *         "details": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "door.exit_button";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_door_forced: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example door.forced
                 */
                "X-Service-Event": "door.forced";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "door.forced",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "device",
                 *         "actor": null,
                 *         "details": {},
                 *         "explanation": {
                 *           "verdict": "forced",
                 *           "text": "Opened with nothing in the last 10 s to explain it: the last confirmed unlock was 42.500 s before, no press of the exit button is known, and the door was not held open.",
                 *           "window_ms": 10000,
                 *           "unlock": {
                 *             "age_ms": 42500,
                 *             "clock": "monotonic",
                 *             "command_id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d"
                 *           },
                 *           "exit_button": null,
                 *           "held_open": false,
                 *           "evidence_incomplete": false
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "door.forced";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_door_left_open: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example door.left_open
                 */
                "X-Service-Event": "door.left_open";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "door.left_open",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 184467,
                 *         "type": "door.left_open",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "result": "success",
                 *         "reason": null,
                 *         "source": "device",
                 *         "api_key": null,
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "key": {
                 *           "id": 9001,
                 *           "name": "Front doors"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["AccessEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "door.left_open";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_door_opened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example door.opened
                 */
                "X-Service-Event": "door.opened";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "door.opened",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "device",
                 *         "actor": null,
                 *         "details": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "door.opened";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_emergency_ended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example emergency.ended
                 */
                "X-Service-Event": "emergency.ended";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "emergency.ended",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                 *         "mode": "lockdown",
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "reason": "Unknown person with a weapon in the yard",
                 *         "drill": false,
                 *         "started_at": "2026-01-07T06:15:01.950Z",
                 *         "ended_at": "2026-01-07T06:40:10.120Z",
                 *         "actor": {
                 *           "type": "api_key",
                 *           "person": null,
                 *           "key": null,
                 *           "api_key": {
                 *             "id": 7,
                 *             "name": "ERP"
                 *           }
                 *         },
                 *         "counts": {
                 *           "confirmed": 1,
                 *           "pending": 0,
                 *           "unreachable": 1,
                 *           "refused": 0
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["EmergencyData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "emergency.ended";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_emergency_started: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example emergency.started
                 */
                "X-Service-Event": "emergency.started";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "emergency.started",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": "0b9f5a5e-4c1d-4b8e-9f2a-6d7c8e9f0a1b",
                 *         "mode": "lockdown",
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "reason": "Unknown person with a weapon in the yard",
                 *         "drill": false,
                 *         "started_at": "2026-01-07T06:15:01.950Z",
                 *         "ended_at": null,
                 *         "actor": {
                 *           "type": "api_key",
                 *           "person": null,
                 *           "key": null,
                 *           "api_key": {
                 *             "id": 7,
                 *             "name": "ERP"
                 *           }
                 *         },
                 *         "counts": {
                 *           "confirmed": 0,
                 *           "pending": 1,
                 *           "unreachable": 1,
                 *           "refused": 0
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["EmergencyData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "emergency.started";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_heartbeat: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example heartbeat
                 */
                "X-Service-Event": "heartbeat";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "heartbeat",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "interval_minutes": 15
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["HeartbeatData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "heartbeat";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_key_activated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example key.activated
                 */
                "X-Service-Event": "key.activated";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "key.activated",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 9001,
                 *         "type": "key.activated",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "key": {
                 *           "id": 9001,
                 *           "name": "Front doors",
                 *           "state": "handed_over"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["KeyEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "key.activated";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_key_issued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example key.issued
                 */
                "X-Service-Event": "key.issued";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "key.issued",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "invitation_id": 77,
                 *         "channel": "sms",
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "security_groups": [
                 *           "STAFF"
                 *         ],
                 *         "starts_at": "2026-01-07T06:00:00.000Z",
                 *         "expires_at": "2026-01-14T06:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["KeyIssuedData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "key.issued";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_key_revoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example key.revoked
                 */
                "X-Service-Event": "key.revoked";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "key.revoked",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 9001,
                 *         "type": "key.revoked",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "person": {
                 *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "name": "Anna Aho",
                 *           "email": "anna@acme.example"
                 *         },
                 *         "key": {
                 *           "id": 9001,
                 *           "name": "Front doors",
                 *           "state": "returned"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["KeyEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "key.revoked";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_hold_open_ended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.hold_open.ended
                 */
                "X-Service-Event": "lock.hold_open.ended";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.hold_open.ended",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "schedule",
                 *         "actor": null,
                 *         "details": {},
                 *         "command_id": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.hold_open.ended";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_hold_open_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.hold_open.failed
                 */
                "X-Service-Event": "lock.hold_open.failed";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.hold_open.failed",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "schedule",
                 *         "actor": null,
                 *         "details": {
                 *           "reason": "timeout",
                 *           "attempts": 3
                 *         },
                 *         "command_id": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.hold_open.failed";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_hold_open_started: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.hold_open.started
                 */
                "X-Service-Event": "lock.hold_open.started";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.hold_open.started",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "api",
                 *         "actor": {
                 *           "type": "api_key",
                 *           "person": null,
                 *           "key": null,
                 *           "api_key": {
                 *             "id": 12,
                 *             "name": "ERP"
                 *           }
                 *         },
                 *         "details": {},
                 *         "command_id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.hold_open.started";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_maintenance_ended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.maintenance.ended
                 */
                "X-Service-Event": "lock.maintenance.ended";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.maintenance.ended",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "manager",
                 *         "actor": null,
                 *         "details": {
                 *           "door_state": "closed",
                 *           "left_open": false,
                 *           "muted": {
                 *             "door.forced": 2,
                 *             "door.left_open": 1
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.maintenance.ended";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_maintenance_started: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.maintenance.started
                 */
                "X-Service-Event": "lock.maintenance.started";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.maintenance.started",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "source": "manager",
                 *         "actor": {
                 *           "type": "manager",
                 *           "person": null,
                 *           "key": null,
                 *           "api_key": null
                 *         },
                 *         "details": {
                 *           "until": "2026-01-07T08:15:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["DeviceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.maintenance.started";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_offline: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.offline
                 */
                "X-Service-Event": "lock.offline";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.offline",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "online": false,
                 *         "since": "2026-01-07T06:15:01.982Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["PresenceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.offline";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_lock_online: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example lock.online
                 */
                "X-Service-Event": "lock.online";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "lock.online",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "online": true,
                 *         "since": "2026-01-07T06:15:01.982Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["PresenceEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "lock.online";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_person_created: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example person.created
                 */
                "X-Service-Event": "person.created";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "person.created",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *         "name": "Anna Aho",
                 *         "email": "anna@acme.example",
                 *         "phone": "+358401234567",
                 *         "company_name": "Acme",
                 *         "title": "Caretaker",
                 *         "language": "fi",
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["Person"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "person.created";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_person_deleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example person.deleted
                 */
                "X-Service-Event": "person.deleted";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "person.deleted",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *         "name": "Anna Aho",
                 *         "email": "anna@acme.example",
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["PersonDeletedData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "person.deleted";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_person_updated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example person.updated
                 */
                "X-Service-Event": "person.updated";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "person.updated",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *         "name": "Anna Aho",
                 *         "email": "anna@acme.example",
                 *         "phone": "+358401234567",
                 *         "company_name": "Acme",
                 *         "title": "Head caretaker",
                 *         "language": "fi",
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "changed_fields": [
                 *           "title"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["PersonUpdatedData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "person.updated";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_ping: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example ping
                 */
                "X-Service-Event": "ping";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "ping",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "message": "pong"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["PingData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "ping";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_unlock_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Who sends.
                 * @example Service-Webhooks/1.0
                 */
                "User-Agent": string;
                /**
                 * @description Of a subscription whose `format` is `standard`: the `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "webhook-id"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: `v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.
                 * @example v1,AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
                 */
                "webhook-signature"?: string;
                /**
                 * @description Of a subscription whose `format` is `standard`: as in the signature above.
                 * @example 1767766502
                 */
                "webhook-timestamp"?: number;
                /**
                 * @description The `id` of the body.
                 * @example 0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The `type` of the body.
                 * @example unlock.failed
                 */
                "X-Service-Event": "unlock.failed";
                /**
                 * @description `t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.
                 * @example t=1767766502,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                "X-Service-Signature": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1767766502
                 */
                "X-Service-Timestamp": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e",
                 *       "type": "unlock.failed",
                 *       "created_at": "2026-01-07T06:15:02.004Z",
                 *       "data": {
                 *         "id": 184467,
                 *         "type": "unlock.failed",
                 *         "occurred_at": "2026-01-07T06:15:01.982Z",
                 *         "result": "denied",
                 *         "reason": "timed_out",
                 *         "source": "app",
                 *         "api_key": {
                 *           "id": 12,
                 *           "name": "ERP"
                 *         },
                 *         "lock": {
                 *           "id": 41,
                 *           "name": "Main entrance",
                 *           "place": "Ground floor"
                 *         },
                 *         "location": {
                 *           "id": 3,
                 *           "name": "HQ"
                 *         },
                 *         "person": null,
                 *         "key": null,
                 *         "command_id": "9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the delivery was created.
                     */
                    created_at: string;
                    data: components["schemas"]["AccessEventData"];
                    /**
                     * Format: uuid
                     * @description Of the delivery; the same in every retry.
                     */
                    id: string;
                    /** @constant */
                    type: "unlock.failed";
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or nothing within 10 seconds, is a failed attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failed attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
