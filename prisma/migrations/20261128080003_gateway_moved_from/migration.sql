-- AlterTable
ALTER TABLE "gateway" ADD COLUMN     "moved_from" JSONB;
