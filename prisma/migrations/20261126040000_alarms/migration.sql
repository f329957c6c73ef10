-- AlterTable
ALTER TABLE "alarm_acknowledgement" ADD COLUMN     "note" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "alarm" (
    "id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "lock_id" INTEGER,
    "gateway_id" UUID,
    "kind" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "text" TEXT NOT NULL DEFAULT '',
    "assigned_to" UUID,
    "assigned_name" TEXT,
    "steps_done" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "alarm_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alarm_rule" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kinds" TEXT[],
    "lock_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "hours" JSONB NOT NULL DEFAULT '[]',
    "quiet" JSONB NOT NULL DEFAULT '[]',
    "steps" JSONB NOT NULL,
    "per_hour" INTEGER NOT NULL DEFAULT 6,
    "muted_until" TIMESTAMPTZ(3),
    "muted_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alarm_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alarm_channel" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT '',
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alarm_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alarm_contact" (
    "user_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "by_email" BOOLEAN NOT NULL DEFAULT true,
    "by_sms" BOOLEAN NOT NULL DEFAULT false,
    "phone" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "alarm_contact_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "duty_rota" (
    "location_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "weekly" JSONB NOT NULL,
    "overrides" JSONB NOT NULL,

    CONSTRAINT "duty_rota_pkey" PRIMARY KEY ("location_id")
);

-- CreateTable
CREATE TABLE "alarm_notice" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "alarm_id" BIGINT NOT NULL,
    "rule_id" UUID NOT NULL,
    "step" INTEGER,
    "recipient" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "is_held" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "alarm_notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alarm_summary" (
    "rule_id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alarm_summary_pkey" PRIMARY KEY ("rule_id","recipient")
);

-- CreateIndex
CREATE INDEX "alarm_location_id_started_at_id_idx" ON "alarm"("location_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "alarm_rule_location_id_idx" ON "alarm_rule"("location_id");

-- CreateIndex
CREATE INDEX "alarm_channel_location_id_idx" ON "alarm_channel"("location_id");

-- CreateIndex
CREATE INDEX "alarm_notice_rule_id_recipient_at_idx" ON "alarm_notice"("rule_id", "recipient", "at");

-- CreateIndex
CREATE UNIQUE INDEX "alarm_notice_alarm_id_rule_id_step_recipient_key" ON "alarm_notice"("alarm_id", "rule_id", "step", "recipient");

-- CreateIndex
CREATE INDEX "alarm_summary_due_at_idx" ON "alarm_summary"("due_at");

-- AddForeignKey
ALTER TABLE "alarm_contact" ADD CONSTRAINT "alarm_contact_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "alarm" ADD CONSTRAINT "alarm_kind" CHECK ("kind" IN ('forced', 'left_open', 'offline', 'fault'));
ALTER TABLE "alarm_channel" ADD CONSTRAINT "alarm_channel_kind" CHECK ("kind" IN ('email', 'sms', 'webhook', 'slack', 'teams'));

-- What is due, and what is still open: few of many.
CREATE INDEX "alarm_due" ON "alarm"("due_at") WHERE "due_at" IS NOT NULL;
-- A gateway that is away, or cannot read a board, is one alarm, however many doors it has.
CREATE UNIQUE INDEX "alarm_of_gateway" ON "alarm"("gateway_id", "kind") WHERE "lock_id" IS NULL AND "ended_at" IS NULL;
