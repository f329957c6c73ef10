-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "format" TEXT NOT NULL DEFAULT 'service',
ADD COLUMN     "heartbeat_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "heartbeat_id" UUID,
ADD COLUMN     "heartbeat_minutes" INTEGER,
ADD COLUMN     "location_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "lock_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

CREATE INDEX "subscription_heartbeat_due_at_idx" ON "subscription" ("heartbeat_due_at") WHERE "heartbeat_due_at" IS NOT NULL;
