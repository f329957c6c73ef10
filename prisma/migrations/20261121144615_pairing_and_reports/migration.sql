-- CreateTable
CREATE TABLE "gateway_pairing" (
    "gateway_id" UUID NOT NULL,
    "selector" TEXT,
    "code_hash" BYTEA NOT NULL,
    "tries_left" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "paired_at" TIMESTAMPTZ(3),
    "description" JSONB,

    CONSTRAINT "gateway_pairing_pkey" PRIMARY KEY ("gateway_id")
);

-- CreateTable
CREATE TABLE "gateway_report_key" (
    "gateway_id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_report_key_pkey" PRIMARY KEY ("gateway_id","key_id")
);

-- CreateTable
CREATE TABLE "door_test_report" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "gateway_id" UUID NOT NULL,
    "door" INTEGER NOT NULL,
    "lock_id" INTEGER,
    "result" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "document" TEXT NOT NULL,
    "pdf" BYTEA,

    CONSTRAINT "door_test_report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "gateway_pairing_selector_key" ON "gateway_pairing"("selector");

-- CreateIndex
CREATE INDEX "gateway_report_key_key_id_idx" ON "gateway_report_key"("key_id");

-- CreateIndex
CREATE INDEX "door_test_report_lock_id_received_at_idx" ON "door_test_report"("lock_id", "received_at");

-- CreateIndex
CREATE INDEX "door_test_report_gateway_id_door_received_at_idx" ON "door_test_report"("gateway_id", "door", "received_at");
