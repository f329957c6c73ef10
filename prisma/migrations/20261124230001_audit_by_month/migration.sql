-- The audit log is kept in a partition per month, as events are; a signed record per account says up to where its chain
-- was forgotten.

-- CreateTable
CREATE TABLE "audit_checkpoint" (
    "account_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("account_id")
);

LOCK TABLE "audit" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "audit" RENAME TO "audit_whole";
DROP TRIGGER "audit_no_change" ON "audit_whole";
DROP TRIGGER "audit_no_delete" ON "audit_whole";
ALTER TABLE "audit_whole" DROP CONSTRAINT "audit_pkey";
DROP INDEX "audit_number_key", "audit_account_id_sequence_key", "audit_unchained", "audit_webhook";

CREATE TABLE "audit" (
    "id" UUID NOT NULL,
    "number" BIGINT NOT NULL DEFAULT nextval('audit_number_seq'),
    "account_id" INTEGER NOT NULL,
    "sequence" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_name" TEXT NOT NULL,
    "location_id" INTEGER,
    "details" JSONB NOT NULL DEFAULT '{}',
    "mac" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "hash" BYTEA,
    "erasure_mac" BYTEA,
    CONSTRAINT "audit_chained_whole" CHECK (num_nulls("sequence", "previous_hash", "hash") IN (0, 3))
) PARTITION BY RANGE ("at");
ALTER SEQUENCE "audit_number_seq" OWNED BY "audit"."number";

-- Months from the oldest entry on, at most ten years of them, to three months from now.
DO $$
DECLARE
  this_month CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  first_month CONSTANT timestamp := greatest(this_month - interval '120 months',
    coalesce((SELECT date_trunc('month', min("at") AT TIME ZONE 'UTC') FROM "audit_whole"), this_month));
  after_months CONSTANT timestamp := greatest(this_month, first_month) + interval '4 months';
  month timestamp := first_month;
BEGIN
  EXECUTE format('CREATE TABLE "audit_before" PARTITION OF "audit" FOR VALUES FROM (MINVALUE) TO (%L)',
    to_char(first_month, 'YYYY-MM-DD') || ' 00:00:00+00');
  WHILE month < after_months LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "audit" FOR VALUES FROM (%L) TO (%L)',
      'audit' || to_char(month, '_YYYY_MM'), to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
      to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    month := month + interval '1 month';
  END LOOP;
  EXECUTE format('CREATE TABLE "audit_after" PARTITION OF "audit" FOR VALUES FROM (%L) TO (MAXVALUE)',
    to_char(after_months, 'YYYY-MM-DD') || ' 00:00:00+00');
END $$;

INSERT INTO "audit" ("id", "number", "account_id", "sequence", "at", "actor_type", "actor_id", "actor_name", "action",
  "subject_type", "subject_id", "subject_name", "location_id", "details", "mac", "previous_hash", "hash", "erasure_mac")
SELECT "id", "number", "account_id", "sequence", "at", "actor_type", "actor_id", "actor_name", "action",
  "subject_type", "subject_id", "subject_name", "location_id", "details", "mac", "previous_hash", "hash", "erasure_mac"
FROM "audit_whole";
DROP TABLE "audit_whole";

ALTER TABLE "audit" ADD CONSTRAINT "audit_pkey" PRIMARY KEY ("id", "at");
CREATE INDEX "audit_number_idx" ON "audit"("number");
CREATE UNIQUE INDEX "audit_account_id_sequence_at_key" ON "audit"("account_id", "sequence", "at");
CREATE INDEX "audit_unchained" ON "audit" ("account_id", "number") WHERE "sequence" IS NULL;
CREATE INDEX "audit_webhook" ON "audit" ("subject_id", "number") WHERE "subject_type" = 'webhook';

-- A guard against mistakes: a month that is forgotten is dropped, and no row deleted.
CREATE TRIGGER "audit_no_change" BEFORE UPDATE ON "audit" FOR EACH ROW WHEN (OLD."sequence" IS NOT NULL) EXECUTE FUNCTION "audit_is_kept"();
CREATE TRIGGER "audit_no_delete" BEFORE DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();
ANALYZE "audit";
