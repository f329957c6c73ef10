-- AlterTable
ALTER TABLE "erasure" ADD COLUMN     "texts_position" JSONB;
