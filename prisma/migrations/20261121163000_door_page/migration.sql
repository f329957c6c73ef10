-- AlterTable
ALTER TABLE "command" ADD COLUMN     "mode" TEXT,
ADD COLUMN     "until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "lock" ADD COLUMN     "schedule_changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "schedule_changed_by" TEXT;

-- What was last asked of a door's mode before a moment: unlocks are many, these are few.
CREATE INDEX "command_door_modes" ON "command" ("lock_id", "requested_at") WHERE "type" = 'door_mode';
