-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "visit_hash" BYTEA;

-- AlterTable
ALTER TABLE "phone" ADD COLUMN     "follows" UUID,
ADD COLUMN     "move_to" UUID;
