-- AlterTable
ALTER TABLE "locksys_feed" ADD COLUMN     "fault" TEXT,
ADD COLUMN     "read_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_inbox_request" (
    "id" BIGSERIAL NOT NULL,
    "location_id" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "webhook_inbox_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_inbox_request_location_id_id_idx" ON "webhook_inbox_request"("location_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_inbox_request" ADD CONSTRAINT "webhook_inbox_request_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When a webhook was paused and resumed is read from the audit log.
CREATE INDEX "audit_webhook" ON "audit" ("subject_id", "number") WHERE "subject_type" = 'webhook';
