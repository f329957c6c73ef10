-- AlterTable
ALTER TABLE "location" ADD COLUMN     "address" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "ended_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "site_applied" (
    "account_id" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "owned" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "site_applied_pkey" PRIMARY KEY ("account_id","section","ref")
);

-- AddForeignKey
ALTER TABLE "site_applied" ADD CONSTRAINT "site_applied_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A door that has ended keeps its row for the history that names it.
ALTER TABLE "lock" DROP CONSTRAINT "lock_type",
  ADD CONSTRAINT "lock_type" CHECK ("type" IN ('remote', 'locksys', 'ended'));
