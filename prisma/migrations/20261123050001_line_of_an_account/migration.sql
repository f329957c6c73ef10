-- AlterTable
ALTER TABLE "locksys_feed" ADD COLUMN     "cut_account_id" INTEGER;
