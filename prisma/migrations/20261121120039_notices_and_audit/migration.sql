-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "created_by" UUID;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "created_by" UUID;

-- CreateTable
CREATE TABLE "notice" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL DEFAULT '',
    "person_id" UUID,
    "data" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
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

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "account_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "notice_subject_idx" ON "notice"("subject");

-- CreateIndex
CREATE INDEX "notice_person_id_idx" ON "notice"("person_id");

-- CreateIndex
CREATE INDEX "notice_account_id_created_at_id_idx" ON "notice"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "notice_created_at_id_idx" ON "notice"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_number_key" ON "audit"("number");

-- CreateIndex
CREATE UNIQUE INDEX "audit_account_id_sequence_key" ON "audit"("account_id", "sequence");

-- What waits to be sent, and what waits to be chained.
CREATE INDEX "notice_waiting" ON "notice" ("next_attempt_at", "id") WHERE "next_attempt_at" IS NOT NULL;
CREATE INDEX "audit_unchained" ON "audit" ("account_id", "number") WHERE "sequence" IS NULL;

ALTER TABLE "audit" ADD CONSTRAINT "audit_chained_whole" CHECK (num_nulls("sequence", "previous_hash", "hash") IN (0, 3));

-- A guard against mistakes, not against whoever owns the database: the chain is what shows those.
CREATE FUNCTION "audit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an audit entry is neither changed nor deleted';
END
$$;
CREATE TRIGGER "audit_no_change" BEFORE UPDATE ON "audit" FOR EACH ROW WHEN (OLD."sequence" IS NOT NULL) EXECUTE FUNCTION "audit_is_kept"();
CREATE TRIGGER "audit_no_delete" BEFORE DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();
