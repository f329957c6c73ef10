-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "sms_enabled" BOOLEAN NOT NULL DEFAULT false,
    "phone_key_limit" INTEGER,
    "platform_mode" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location_ancestor" (
    "location_id" INTEGER NOT NULL,
    "ancestor_id" INTEGER NOT NULL,
    "depth" INTEGER NOT NULL,

    CONSTRAINT "location_ancestor_pkey" PRIMARY KEY ("location_id","ancestor_id")
);

-- CreateTable
CREATE TABLE "gateway" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bench" BOOLEAN NOT NULL DEFAULT false,
    "secret_hash" BYTEA NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "online" BOOLEAN,
    "online_since" TIMESTAMPTZ(3),
    "last_heard_at" TIMESTAMPTZ(3),
    "session" UUID,
    "connection" BIGINT NOT NULL DEFAULT 0,
    "boot" UUID,
    "birth_mono_ms" DOUBLE PRECISION,
    "agent_version" TEXT,
    "clock" TEXT,
    "heartbeat" JSONB,
    "offline_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gateway_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lock" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "gateway_id" UUID,
    "door" INTEGER,
    "strike_ms" INTEGER NOT NULL DEFAULT 5000,
    "left_open_ms" INTEGER NOT NULL DEFAULT 60000,
    "toggle_policy" TEXT NOT NULL DEFAULT 'none',
    "schedule" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lock_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "door_state" (
    "lock_id" INTEGER NOT NULL,
    "contact" TEXT,
    "contact_wired" BOOLEAN NOT NULL DEFAULT false,
    "exit_button_wired" BOOLEAN NOT NULL DEFAULT false,
    "hold_relay_wired" BOOLEAN NOT NULL DEFAULT false,
    "strike_on" BOOLEAN NOT NULL DEFAULT false,
    "hold_on" BOOLEAN NOT NULL DEFAULT false,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "last_event_at" TIMESTAMPTZ(3),

    CONSTRAINT "door_state_pkey" PRIMARY KEY ("lock_id")
);

-- CreateTable
CREATE TABLE "security_group" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "security_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "security_group_lock" (
    "security_group_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,

    CONSTRAINT "security_group_lock_pkey" PRIMARY KEY ("security_group_id","lock_id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "ref" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "company_name" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',
    "managed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_user" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "ref" TEXT,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_lock" (
    "api_key_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,

    CONSTRAINT "api_key_lock_pkey" PRIMARY KEY ("api_key_id","lock_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
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
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_scope" (
    "location_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "event_scope_pkey" PRIMARY KEY ("location_id","type","occurred_at","event_id")
);

-- CreateTable
CREATE TABLE "journal_mark" (
    "gateway_id" UUID NOT NULL,
    "journal" UUID NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_mark_pkey" PRIMARY KEY ("gateway_id","journal")
);

-- CreateTable
CREATE TABLE "journal_gap" (
    "id" BIGSERIAL NOT NULL,
    "gateway_id" UUID NOT NULL,
    "journal" UUID NOT NULL,
    "from_seq" BIGINT NOT NULL,
    "to_seq" BIGINT NOT NULL,
    "reported" BOOLEAN NOT NULL,
    "noticed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_gap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quarantine" (
    "id" BIGSERIAL NOT NULL,
    "gateway_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "payload" BYTEA NOT NULL,
    "error" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quarantine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "command_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "api_key_id" INTEGER,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'active',
    "secret" BYTEA NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "last_delivery_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "lease_until" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payload" JSONB NOT NULL,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_name_key" ON "account"("name");

-- CreateIndex
CREATE INDEX "location_parent_id_idx" ON "location"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "location_account_id_ref_key" ON "location"("account_id", "ref");

-- CreateIndex
CREATE INDEX "location_ancestor_ancestor_id_location_id_idx" ON "location_ancestor"("ancestor_id", "location_id");

-- CreateIndex
CREATE UNIQUE INDEX "gateway_account_id_ref_key" ON "gateway"("account_id", "ref");

-- CreateIndex
CREATE INDEX "lock_location_id_id_idx" ON "lock"("location_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lock_account_id_ref_key" ON "lock"("account_id", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "lock_gateway_id_door_key" ON "lock"("gateway_id", "door");

-- CreateIndex
CREATE UNIQUE INDEX "security_group_location_id_code_key" ON "security_group"("location_id", "code");

-- CreateIndex
CREATE INDEX "security_group_lock_lock_id_idx" ON "security_group_lock"("lock_id");

-- CreateIndex
CREATE INDEX "person_location_id_created_at_id_idx" ON "person"("location_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "person_account_id_ref_key" ON "person"("account_id", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "account_user_email_key" ON "account_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_token_hash_key" ON "api_key"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_account_id_ref_key" ON "api_key"("account_id", "ref");

-- CreateIndex
CREATE INDEX "api_key_lock_lock_id_idx" ON "api_key_lock"("lock_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_lock_id_type_occurred_at_key" ON "event"("lock_id", "type", "occurred_at");

-- CreateIndex
CREATE INDEX "journal_gap_gateway_id_id_idx" ON "journal_gap"("gateway_id", "id");

-- CreateIndex
CREATE INDEX "quarantine_gateway_id_id_idx" ON "quarantine"("gateway_id", "id");

-- CreateIndex
CREATE INDEX "command_lock_id_requested_at_idx" ON "command"("lock_id", "requested_at");

-- CreateIndex
CREATE INDEX "subscription_location_id_idx" ON "subscription"("location_id");

-- CreateIndex
CREATE INDEX "delivery_subscription_id_created_at_id_idx" ON "delivery"("subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "delivery_subscription_id_next_attempt_at_idx" ON "delivery"("subscription_id", "next_attempt_at");

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location_ancestor" ADD CONSTRAINT "location_ancestor_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location_ancestor" ADD CONSTRAINT "location_ancestor_ancestor_id_fkey" FOREIGN KEY ("ancestor_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway" ADD CONSTRAINT "gateway_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway" ADD CONSTRAINT "gateway_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lock" ADD CONSTRAINT "lock_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lock" ADD CONSTRAINT "lock_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lock" ADD CONSTRAINT "lock_gateway_id_fkey" FOREIGN KEY ("gateway_id") REFERENCES "gateway"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "door_state" ADD CONSTRAINT "door_state_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_group" ADD CONSTRAINT "security_group_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_group" ADD CONSTRAINT "security_group_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_group_lock" ADD CONSTRAINT "security_group_lock_security_group_id_fkey" FOREIGN KEY ("security_group_id") REFERENCES "security_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_group_lock" ADD CONSTRAINT "security_group_lock_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_user" ADD CONSTRAINT "account_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_user" ADD CONSTRAINT "account_user_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_lock" ADD CONSTRAINT "api_key_lock_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_lock" ADD CONSTRAINT "api_key_lock_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- Due rows: only those that still have something due are looked at.
CREATE INDEX "command_due" ON "command" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "gateway_offline_due" ON "gateway" ("offline_due_at") WHERE "offline_due_at" IS NOT NULL;

-- The log of one person: most events have none.
CREATE INDEX "event_person" ON "event" ("person_id", "type", "occurred_at", "id") WHERE "person_id" IS NOT NULL;

-- Rows that change with every edge keep room in their page, so that an update touches no index.
ALTER TABLE "door_state" SET (fillfactor = 60);
ALTER TABLE "journal_mark" SET (fillfactor = 60);
ALTER TABLE "gateway" SET (fillfactor = 80);

ALTER TABLE "lock" ADD CONSTRAINT "lock_type" CHECK ("type" IN ('remote', 'locksys')),
  ADD CONSTRAINT "lock_wiring" CHECK (("type" = 'remote') = ("gateway_id" IS NOT NULL AND "door" IS NOT NULL));
ALTER TABLE "command" ADD CONSTRAINT "command_status" CHECK ("status" IN ('pending', 'sent', 'confirmed', 'failed'));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_status" CHECK ("status" IN ('active', 'paused'));
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_status"
  CHECK ("status" IN ('pending', 'retrying', 'delivered', 'exhausted', 'failed'));
