-- AlterTable
ALTER TABLE "alarm" ADD COLUMN     "cause" TEXT,
ADD COLUMN     "is_judged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "judge_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "alarm_lock_id_started_at_idx" ON "alarm"("lock_id", "started_at");

-- Looked at once a second.
CREATE INDEX "alarm_judge" ON "alarm"("judge_at") WHERE "judge_at" IS NOT NULL;

-- What has ended before is judged too.
UPDATE "alarm" SET "judge_at" = "ended_at"
WHERE "lock_id" IS NOT NULL AND "ended_at" IS NOT NULL AND "started_at" > now() - interval '90 days';
