-- The change feed: one row per event, in the order of commits (packages/cloud/src/changes), in a partition per month
-- (UTC) of `recorded_at`. Events of doors that are kept are in it from the start; earlier ones of people and keys were
-- kept nowhere.

ALTER TABLE "event" ADD COLUMN "command_id" UUID;

-- What named its command in the details was the only one that named it at all.
UPDATE "event" SET "command_id" = ("details" ->> 'command_id')::uuid, "details" = NULL
WHERE "type" = 'access.granted' AND "details" ? 'command_id';

CREATE TABLE "change" (
    "account_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "location_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID,
    "data" JSONB
) PARTITION BY RANGE ("recorded_at");

CREATE TABLE "change_floor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "change_floor_pkey" PRIMARY KEY ("id")
);
INSERT INTO "change_floor" ("seq") VALUES (0);

CREATE TABLE "change_epoch" (
    "id" BIGINT NOT NULL,
    "line" TEXT NOT NULL,
    "from_seq" BIGINT NOT NULL,

    CONSTRAINT "change_epoch_pkey" PRIMARY KEY ("id")
);

-- Called on each new connection, before it writes: where the database is not the one that the last connections knew, the
-- numbers that were given out may be beyond those that it has. A standby that takes over begins another timeline; a copy in
-- another cluster has another identifier.
CREATE FUNCTION "note_change_epoch"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here CONSTANT text := (SELECT system_identifier::text FROM pg_control_system())
    || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8);
BEGIN
  IF here = (SELECT line FROM "change_epoch" ORDER BY id DESC LIMIT 1) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('note_change_epoch'));
  IF here = (SELECT line FROM "change_epoch" ORDER BY id DESC LIMIT 1) THEN RETURN; END IF;
  INSERT INTO "change_epoch" ("id", "line", "from_seq")
  SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT max(e.id) + 1 FROM "change_epoch" e)),
    here, CASE WHEN s.is_called THEN s.last_value ELSE s.last_value - 1 END
  FROM "event_id_seq" s;
END $$;

-- The same months as events have.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT c.relname::text AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"event"'::regclass
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "change" %s', 'change' || substr(part.name, length('event') + 1), part.bound);
  END LOOP;
END $$;

INSERT INTO "change" ("account_id", "seq", "location_id", "type", "occurred_at", "recorded_at")
SELECT "account_id", "id", "location_id", "type", "occurred_at", "recorded_at" FROM "event" ORDER BY "id";

-- Once the rows are in place, which is faster.
ALTER TABLE "change" ADD CONSTRAINT "change_pkey" PRIMARY KEY ("account_id", "seq", "recorded_at");
CREATE INDEX "change_location_id_type_seq_idx" ON "change" ("location_id", "type", "seq");
-- Whose personal data a change holds; those of doors hold none.
CREATE INDEX "change_person" ON "change" ((coalesce("data" #>> '{person,id}', CASE WHEN "type" LIKE 'person.%' THEN "data" ->> 'id' END)))
  WHERE "data" IS NOT NULL;
ANALYZE "change";
