-- Deliveries that wait are a small table of their own; those that have ended lie in a partition per day of `created_at`,
-- which is dropped when its time is over.

LOCK TABLE "delivery" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "delivery" RENAME TO "delivery_whole";
ALTER TABLE "delivery_whole" DROP CONSTRAINT "delivery_pkey", DROP CONSTRAINT "delivery_status", DROP CONSTRAINT "delivery_waits";
DROP INDEX "delivery_subscription_id_created_at_id_idx", "delivery_subscription_id_event_type_created_at_id_idx",
  "delivery_next", "delivery_turns", "delivery_undelivered", "delivery_person", "delivery_actor_key";

-- Its rows come and go: it is vacuumed often, and keeps its pages, as giving them back takes a lock.
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "last_error" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payload" JSONB NOT NULL,
    CONSTRAINT "delivery_status" CHECK ("status" IN ('pending', 'retrying', 'delivered', 'exhausted', 'failed')),
    CONSTRAINT "delivery_waits" CHECK (("status" IN ('pending', 'retrying')) = ("next_attempt_at" IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

CREATE TABLE "delivery_ended" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "response_status" INTEGER,
    "last_error" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "payload" JSONB NOT NULL,
    CONSTRAINT "delivery_has_ended" CHECK ("status" IN ('delivered', 'exhausted', 'failed') AND "next_attempt_at" IS NULL)
) PARTITION BY RANGE ("created_at");

-- Days from the oldest delivery on, at most sixty of them, to a week from now.
DO $$
DECLARE
  today CONSTANT timestamp := date_trunc('day', now() AT TIME ZONE 'UTC');
  first_day CONSTANT timestamp := greatest(today - interval '60 days',
    coalesce((SELECT date_trunc('day', min("created_at") AT TIME ZONE 'UTC') FROM "delivery_whole"), today));
  after_days CONSTANT timestamp := greatest(today, first_day) + interval '8 days';
  day timestamp := first_day;
BEGIN
  EXECUTE format('CREATE TABLE "delivery_ended_before" PARTITION OF "delivery_ended" FOR VALUES FROM (MINVALUE) TO (%L)',
    to_char(first_day, 'YYYY-MM-DD') || ' 00:00:00+00');
  WHILE day < after_days LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "delivery_ended" FOR VALUES FROM (%L) TO (%L)',
      'delivery_ended' || to_char(day, '_YYYY_MM_DD'), to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00',
      to_char(day + interval '1 day', 'YYYY-MM-DD') || ' 00:00:00+00');
    day := day + interval '1 day';
  END LOOP;
  EXECUTE format('CREATE TABLE "delivery_ended_after" PARTITION OF "delivery_ended" FOR VALUES FROM (%L) TO (MAXVALUE)',
    to_char(after_days, 'YYYY-MM-DD') || ' 00:00:00+00');
END $$;

INSERT INTO "delivery" ("id", "subscription_id", "event_type", "event_id", "status", "attempt", "response_status", "last_error",
  "next_attempt_at", "delivered_at", "created_at", "payload")
SELECT "id", "subscription_id", "event_type", "event_id", "status", "attempt", "response_status", "last_error",
  "next_attempt_at", "delivered_at", "created_at", "payload"
FROM "delivery_whole" WHERE "next_attempt_at" IS NOT NULL;
INSERT INTO "delivery_ended" ("id", "subscription_id", "event_type", "event_id", "status", "attempt", "response_status", "last_error",
  "next_attempt_at", "delivered_at", "created_at", "payload")
SELECT "id", "subscription_id", "event_type", "event_id", "status", "attempt", "response_status", "last_error",
  "next_attempt_at", "delivered_at", "created_at", "payload"
FROM "delivery_whole" WHERE "next_attempt_at" IS NULL;
DROP TABLE "delivery_whole";

ALTER TABLE "delivery" ADD CONSTRAINT "delivery_pkey" PRIMARY KEY ("id");
-- Whose turn it is, and which of theirs.
CREATE INDEX "delivery_turns" ON "delivery" ("subscription_id", "status", "next_attempt_at", "id");
CREATE INDEX "delivery_next" ON "delivery" ("next_attempt_at");
CREATE INDEX "delivery_person" ON "delivery" ((coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END)))
  WHERE coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END) IS NOT NULL;

ALTER TABLE "delivery_ended" ADD CONSTRAINT "delivery_ended_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "delivery_ended_subscription_id_created_at_id_idx" ON "delivery_ended"("subscription_id", "created_at", "id");
CREATE INDEX "delivery_ended_subscription_id_event_type_created_at_id_idx" ON "delivery_ended"("subscription_id", "event_type", "created_at", "id");
-- Those that everybody looks for by status are few among the delivered, which the plain list finds.
CREATE INDEX "delivery_ended_undelivered" ON "delivery_ended" ("subscription_id", "status", "created_at", "id") WHERE "status" <> 'delivered';
-- Whose personal data a delivery carries (people/erase.ts asks by the same expressions).
CREATE INDEX "delivery_ended_person" ON "delivery_ended" ((coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END)))
  WHERE coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END) IS NOT NULL;
CREATE INDEX "delivery_ended_actor_key" ON "delivery_ended" (("payload" #>> '{actor,key,id}')) WHERE "payload" #>> '{actor,key,id}' IS NOT NULL;

CREATE VIEW "delivery_all" AS SELECT * FROM "delivery" UNION ALL SELECT * FROM "delivery_ended";
ANALYZE "delivery", "delivery_ended";
