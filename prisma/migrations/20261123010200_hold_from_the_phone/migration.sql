-- AlterTable
ALTER TABLE "access_key" ADD COLUMN     "holds_doors" BOOLEAN NOT NULL DEFAULT false;
