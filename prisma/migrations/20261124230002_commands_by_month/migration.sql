-- Commands are kept in a partition per month of `requested_at`, as events are. That a press is one command, `phone_press`
-- says.

-- CreateTable
CREATE TABLE "phone_press" (
    "id" UUID NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_press_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "phone_press_taken_at_idx" ON "phone_press"("taken_at");

LOCK TABLE "command" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "command" RENAME TO "command_whole";
ALTER TABLE "command_whole" DROP CONSTRAINT "command_pkey";
DROP INDEX "command_lock_id_requested_at_idx", "command_due", "command_door_modes", "command_note";

CREATE TABLE "command" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "gateway_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "switched_at" TIMESTAMPTZ(3),
    "api_key_id" INTEGER,
    "person_id" UUID,
    "key_id" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "user_id" UUID,
    "mode" TEXT,
    "until" TIMESTAMPTZ(3),
    CONSTRAINT "command_status" CHECK ("status" IN ('pending', 'sent', 'confirmed', 'failed'))
) PARTITION BY RANGE ("requested_at");

-- Months from the oldest command on, at most seven years of them, to three months from now.
DO $$
DECLARE
  this_month CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  first_month CONSTANT timestamp := greatest(this_month - interval '84 months',
    coalesce((SELECT date_trunc('month', min("requested_at") AT TIME ZONE 'UTC') FROM "command_whole"), this_month));
  after_months CONSTANT timestamp := greatest(this_month, first_month) + interval '4 months';
  month timestamp := first_month;
BEGIN
  EXECUTE format('CREATE TABLE "command_before" PARTITION OF "command" FOR VALUES FROM (MINVALUE) TO (%L)',
    to_char(first_month, 'YYYY-MM-DD') || ' 00:00:00+00');
  WHILE month < after_months LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "command" FOR VALUES FROM (%L) TO (%L)',
      'command' || to_char(month, '_YYYY_MM'), to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
      to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    month := month + interval '1 month';
  END LOOP;
  EXECUTE format('CREATE TABLE "command_after" PARTITION OF "command" FOR VALUES FROM (%L) TO (MAXVALUE)',
    to_char(after_months, 'YYYY-MM-DD') || ' 00:00:00+00');
END $$;

INSERT INTO "command" ("id", "account_id", "lock_id", "gateway_id", "type", "status", "reason", "requested_at", "sent_at",
  "confirmed_at", "failed_at", "expires_at", "due_at", "switched_at", "api_key_id", "person_id", "key_id", "note",
  "user_id", "mode", "until")
SELECT "id", "account_id", "lock_id", "gateway_id", "type", "status", "reason", "requested_at", "sent_at",
  "confirmed_at", "failed_at", "expires_at", "due_at", "switched_at", "api_key_id", "person_id", "key_id", "note",
  "user_id", "mode", "until"
FROM "command_whole";
DROP TABLE "command_whole";

ALTER TABLE "command" ADD CONSTRAINT "command_pkey" PRIMARY KEY ("id", "requested_at");
CREATE INDEX "command_lock_id_requested_at_idx" ON "command"("lock_id", "requested_at");
CREATE INDEX "command_due" ON "command" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "command_door_modes" ON "command" ("lock_id", "requested_at") WHERE "type" = 'door_mode';
CREATE INDEX "command_note" ON "command" ("account_id", "id") WHERE "note" <> '';
ANALYZE "command";
