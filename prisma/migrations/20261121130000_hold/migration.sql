-- AlterTable
ALTER TABLE "door_state" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "hold" JSONB;

-- Doors that have something due: a schedule's border, a write's retry, an opening left open.
CREATE INDEX "door_state_due" ON "door_state" ("due_at") WHERE "due_at" IS NOT NULL;
