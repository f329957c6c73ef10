-- Events and their scopes are kept in a partition per month (UTC) of `occurred_at`, so that a month is forgotten by
-- dropping it. What is older than the first month lies in `…_before`, what is later than the last in `…_after`: no time
-- is without a place. The service adds months and drops them (packages/cloud/src/retention).

-- CreateTable
CREATE TABLE "retention" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_pkey" PRIMARY KEY ("name")
);

LOCK TABLE "event", "event_scope" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "event" RENAME TO "event_whole";
ALTER TABLE "event_scope" RENAME TO "event_scope_whole";
ALTER TABLE "event_whole" DROP CONSTRAINT "event_pkey";
ALTER TABLE "event_scope_whole" DROP CONSTRAINT "event_scope_pkey";
DROP INDEX "event_lock_id_type_occurred_at_key", "event_person", "event_actor_key";

CREATE TABLE "event" (
    "id" BIGINT NOT NULL DEFAULT nextval('event_id_seq'),
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "result" TEXT,
    "reason" TEXT,
    "source" TEXT NOT NULL,
    "actor" JSONB,
    "details" JSONB,
    "person_id" UUID,
    "key_id" INTEGER,
    "api_key_id" INTEGER,
    "gateway_id" UUID,
    "journal_seq" BIGINT,
    "explanation" JSONB,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
) PARTITION BY RANGE ("occurred_at");
ALTER SEQUENCE "event_id_seq" OWNED BY "event"."id";

CREATE TABLE "event_scope" (
    "location_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" BIGINT NOT NULL
) PARTITION BY RANGE ("occurred_at");

-- Months from the oldest event on, at most seven years of them, to three months from now.
DO $$
DECLARE
  this_month CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  first_month CONSTANT timestamp := greatest(this_month - interval '84 months',
    coalesce((SELECT date_trunc('month', min("occurred_at") AT TIME ZONE 'UTC') FROM "event_whole"), this_month));
  after_months CONSTANT timestamp := greatest(this_month, first_month) + interval '4 months';
  name text;
  month timestamp;
BEGIN
  FOREACH name IN ARRAY ARRAY['event', 'event_scope'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)',
      name || '_before', name, to_char(first_month, 'YYYY-MM-DD') || ' 00:00:00+00');
    month := first_month;
    WHILE month < after_months LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        name || to_char(month, '_YYYY_MM'), name, to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
        to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
      month := month + interval '1 month';
    END LOOP;
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)',
      name || '_after', name, to_char(after_months, 'YYYY-MM-DD') || ' 00:00:00+00');
  END LOOP;
END $$;

INSERT INTO "event" ("id", "account_id", "location_id", "lock_id", "type", "occurred_at", "result", "reason", "source",
  "actor", "details", "person_id", "key_id", "api_key_id", "gateway_id", "journal_seq", "explanation", "recorded_at")
SELECT "id", "account_id", "location_id", "lock_id", "type", "occurred_at", "result", "reason", "source",
  "actor", "details", "person_id", "key_id", "api_key_id", "gateway_id", "journal_seq", "explanation", "recorded_at"
FROM "event_whole";
INSERT INTO "event_scope" ("location_id", "type", "occurred_at", "event_id")
SELECT "location_id", "type", "occurred_at", "event_id" FROM "event_scope_whole";
DROP TABLE "event_whole", "event_scope_whole";

-- Once the rows are in place, which is faster.
ALTER TABLE "event" ADD CONSTRAINT "event_pkey" PRIMARY KEY ("id", "occurred_at");
ALTER TABLE "event_scope" ADD CONSTRAINT "event_scope_pkey" PRIMARY KEY ("location_id", "type", "occurred_at", "event_id");
CREATE UNIQUE INDEX "event_lock_id_type_occurred_at_key" ON "event"("lock_id", "type", "occurred_at");
CREATE INDEX "event_person" ON "event" ("person_id", "type", "occurred_at", "id") WHERE "person_id" IS NOT NULL;
CREATE INDEX "event_actor_key" ON "event" (("actor" #>> '{key,id}')) WHERE "actor" #>> '{key,id}' IS NOT NULL;
ANALYZE "event", "event_scope";
