-- AlterTable
ALTER TABLE "account" ADD COLUMN     "generated_until" TIMESTAMPTZ(3);
