-- AlterTable
ALTER TABLE "gateway" ADD COLUMN     "journals_forgotten" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "database_restore" (
    "id" SERIAL NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "restored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "database_restore_pkey" PRIMARY KEY ("id")
);
