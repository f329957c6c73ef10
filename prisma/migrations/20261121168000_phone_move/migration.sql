-- AlterTable
ALTER TABLE "phone" ADD COLUMN     "move_hash" BYTEA,
ADD COLUMN     "move_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "phone_move_hash_key" ON "phone"("move_hash");
