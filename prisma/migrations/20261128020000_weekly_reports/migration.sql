-- CreateTable
CREATE TABLE "weekly_report" (
    "user_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "weekly_report_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "weekly_report_due_at_idx" ON "weekly_report"("due_at");

-- AddForeignKey
ALTER TABLE "weekly_report" ADD CONSTRAINT "weekly_report_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
