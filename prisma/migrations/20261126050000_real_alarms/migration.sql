-- AlterTable
ALTER TABLE "alarm_acknowledgement" ADD COLUMN     "is_real" BOOLEAN NOT NULL DEFAULT false;
