-- CreateTable
CREATE TABLE "idempotency" (
    "api_key_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "run" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "body" BYTEA,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateIndex
CREATE INDEX "idempotency_started_at_idx" ON "idempotency"("started_at");

